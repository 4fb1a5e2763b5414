import type { Secret } from './secret';
import type { SettingName, SettingValues } from './settings';

/** Who knows addresses, and what they are reached with; `off` suggests none. */
export type AddressSettings =
  { provider: 'off' | 'sample' } | { provider: 'photon'; url: string } | { provider: 'google'; key: Secret };

/** What belongs together, from the raw text: each provider's own setting, and the sample that is the demo's. */
export function addressClashes(given: Partial<Record<string, string>>): [SettingName, boolean, string][] {
  const { ADDRESS_PROVIDER: provider, DEMO } = given;
  const needs = (name: SettingName, wanted: string): [SettingName, boolean, string] => [
    name,
    provider === wanted && given[name] === undefined,
    `is required where ADDRESS_PROVIDER is ${wanted}`,
  ];
  return [
    ['ADDRESS_PROVIDER', provider === 'sample' && DEMO !== 'on', 'must not be sample outside of the demo'],
    needs('PHOTON_URL', 'photon'),
    needs('GOOGLE_PLACES_KEY', 'google'),
  ];
}

/** In the demo there is the sample, unless another is named. */
export function addressSettingsOf(values: SettingValues): AddressSettings {
  const provider = values.ADDRESS_PROVIDER ?? (values.DEMO ? 'sample' : 'off');
  if (provider === 'photon' && values.PHOTON_URL) return { provider, url: values.PHOTON_URL };
  if (provider === 'google' && values.GOOGLE_PLACES_KEY) return { provider, key: values.GOOGLE_PLACES_KEY };
  return { provider: provider === 'sample' ? 'sample' : 'off' };
}
