import { oneOf } from './kinds/plain';
import type { Secret } from './kinds/secret';
import { secret } from './kinds/secrets';
import { publicOrigin } from './kinds/web-addresses';
import { secretSetting, setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const addresses = {
  provider: setting('ADDRESS_PROVIDER', oneOf(['off', 'sample', 'photon', 'google']).optional()),
  photonUrl: setting('PHOTON_URL', publicOrigin.optional()),
  googleKey: secretSetting('GOOGLE_PLACES_KEY', secret.optional()),
};

export type AddressSettings =
  { provider: 'off' | 'sample' } | { provider: 'photon'; url: string } | { provider: 'google'; key: Secret };

type Variable = VariableOf<typeof addresses>;

export function addressClashes(raw: RawSettings): Clash<Variable>[] {
  const { ADDRESS_PROVIDER: provider, DEMO } = raw;
  const needs = (variable: Variable, wanted: string): Clash<Variable> => [
    variable,
    provider === wanted && raw[variable] === undefined,
    `is required if ADDRESS_PROVIDER is ${wanted}`,
  ];
  const forgotten = (variable: Variable, wanted: string): Clash<Variable> => [
    'ADDRESS_PROVIDER',
    provider === undefined && raw[variable] !== undefined,
    `is required with ${variable}: ${wanted}, or off`,
  ];
  return [
    ['ADDRESS_PROVIDER', provider === 'sample' && DEMO !== 'on', 'must not be sample outside the demo'],
    needs('PHOTON_URL', 'photon'),
    needs('GOOGLE_PLACES_KEY', 'google'),
    forgotten('PHOTON_URL', 'photon'),
    forgotten('GOOGLE_PLACES_KEY', 'google'),
  ];
}

/** The demo defaults to the sample provider. */
export function addressesOf(values: ValuesOf<typeof addresses>, demo: boolean): AddressSettings {
  const provider = values.provider ?? (demo ? 'sample' : 'off');
  if (provider === 'photon' && values.photonUrl) return { provider, url: values.photonUrl };
  if (provider === 'google' && values.googleKey) return { provider, key: values.googleKey };
  return { provider: provider === 'sample' ? 'sample' : 'off' };
}
