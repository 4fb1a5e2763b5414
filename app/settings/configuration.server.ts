import { addressesOf } from './addresses';
import { mailOf } from './mail';
import { paymentsOf } from './payments';
import { publicAddressOf } from './server';
import { readTable, type SettingFault } from './setting-tables';
import { clashesOf, settings, type SettingValues } from './settings';
import { segmentOf } from './telemetry';

/** What the process was told to be, read once at its start: the values of `settings`, by the same names. */
export type Configuration = Readonly<ReturnType<typeof configure>>;

/** Everything that is wrong with the environment, a line each: `NAME: what is wrong`. Never holds a secret's value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly SettingFault[]) {
    super(faults.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  }
}

/**
 * Reads the settings from environment variables. One that is empty counts as not set, one that is unknown is ignored.
 *
 * @param env usually `process.env`
 * @throws ConfigurationError that lists every fault at once
 */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { values, faults } = readTable(settings, given);
  const broken = clashesOf(given).filter(([, isBroken]) => isBroken);
  faults.push(...broken.map(([variable, , fault]) => ({ variable, fault })));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configure(values);
}

/** The values as they were read, but for those that follow from several settings. */
function configure(values: SettingValues) {
  return {
    ...values,
    ...publicAddressOf(values),
    payments: paymentsOf(values.payments, values.backendUrl === undefined),
    mail: mailOf(values.mail),
    segment: segmentOf(values.segment),
    addresses: addressesOf(values.addresses, values.demo),
  };
}
