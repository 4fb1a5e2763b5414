import { addressesOf } from './addresses';
import { analyticsOf } from './analytics';
import { frontEndOf, isReadableOnItsWay } from './backend';
import { mailOf } from './mail';
import { paymentsOf } from './payments';
import { readRawSettings, type Environment } from './raw-settings';
import { sellerOf } from './seller';
import { publicAddressOf } from './server';
import { readTable, type SettingFault } from './setting-tables';
import { clashesOf, settings, type SettingValues } from './settings';
import { segmentOf } from './telemetry';

/** Read once at startup. */
export type Configuration = Readonly<ReturnType<typeof configure>>;

/** A line per fault: `NAME: what is wrong`. Never holds a secret. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly SettingFault[]) {
    super(faults.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  }
}

/** Empty variables count as not set, unknown ones are ignored. @throws ConfigurationError that lists every fault at once */
export function readConfiguration(env: Environment): Configuration {
  const { raw, faultsWith } = readRawSettings(env, settings);
  const { values, faults: found } = readTable(settings, raw);
  const broken = clashesOf(raw).filter(([, isBroken]) => isBroken);
  const faults = faultsWith([...found, ...broken.map(([variable, , fault]) => ({ variable, fault }))]);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configure(values);
}

/** Adds what depends on several settings. */
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
