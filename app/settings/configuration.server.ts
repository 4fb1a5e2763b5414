import leven from 'leven';
import { addressesOf } from './addresses';
import { analyticsOf, segmentOf } from './telemetry';
import { frontEndOf, isReadableOnItsWay } from './backend';
import { mailOf } from './mail';
import { paymentsOf } from './payments';
import { readRawSettings, type Environment } from './raw-settings';
import { sellerOf } from './pages';
import { publicAddressOf } from './server';
import { readTable, type RawSettings, type SettingFault } from './setting';
import { clashesOf, SETTING_NAMES, settings, type SettingValues } from './settings';

/** Read once at startup. */
export type Configuration = Readonly<ReturnType<typeof configure>>;

/** One line per fault: `NAME: what is wrong`. Never contains a secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly SettingFault[]) {
    super(faults.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  }
}

/**
 * Empty variables count as not set; unknown ones are ignored, unless their name is similar to a setting's.
 *
 * @throws ConfigurationError that lists every fault at once
 */
export function readConfiguration(env: Environment): Configuration {
  const { raw, faultsWith } = readRawSettings(env, settings);
  const { values, faults: found } = readTable(settings, raw);
  const broken = clashesOf(raw).filter(([, isBroken]) => isBroken);
  const faults = faultsWith([
    ...found,
    ...broken.map(([variable, , fault]) => ({ variable, fault })),
    ...findMisspelt(raw, SETTING_NAMES),
  ]);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configure(values);
}

/** The allowed typos: two in a long name, one in a shorter one. The shortest may only differ in case, because `POST` is similar to `PORT`. */
const allowedTypos = (name: string) => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2);

/**
 * Finds variables whose name is similar to one of `names` that is not set. Other variables may belong to other programs.
 *
 * @param names of all settings
 */
function findMisspelt(raw: RawSettings, names: readonly string[]): SettingFault[] {
  const unset = names.filter((name) => raw[name] === undefined);
  return Object.keys(raw)
    .filter((variable) => /^[A-Z][A-Z\d_]+$/i.test(variable) && !names.includes(variable))
    .flatMap((variable) => {
      const closest = unset
        .map((name) => ({ name, distance: leven(variable.toUpperCase(), name) }))
        .filter(({ name, distance }) => distance <= allowedTypos(name))
        .sort((one, other) => one.distance - other.distance)[0];
      return closest ? [{ variable, fault: `must be a known setting: ${closest.name} is similar, and not set` }] : [];
    });
}

/** Adds values that depend on several settings. */
function configure(values: SettingValues) {
  return {
    ...values,
    ...publicAddressOf(values),
    payments: paymentsOf(values.payments, values.backendUrl === undefined),
    mail: mailOf(values.mail),
    seller: sellerOf(values.seller),
    frontEnd: frontEndOf(values.frontEnd),
    cardEntryWithoutJs: values.cardEntryWithoutJs ?? !isReadableOnItsWay(values.backendUrl),
    segment: segmentOf(values.segment),
    analytics: analyticsOf(values.analytics),
    addresses: addressesOf(values.addresses, values.demo),
  };
}
