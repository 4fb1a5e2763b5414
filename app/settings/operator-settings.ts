import { backend, peppersOf } from './backend';
import { pages } from './pages';
import { paymentClashes, payments, paymentsOf } from './payments';
import { session } from './session';
import type { RawSettings, SettingTable, ValuesOf } from './setting';
import { readTable, type SettingFault } from './setting-tables';
import { store } from './store';

const { dataDir, databaseUrl } = store;
const { sessionSecrets } = session;
const { pepper } = backend;

const operatorSettings = { dataDir, databaseUrl, sessionSecrets, pepper };

export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/** Only what operators' commands need, so that the server's other settings need not be set. @throws Error that names every fault */
export function readOperatorSettings(env: Environment) {
  const values = readFaultless(operatorSettings, rawOf(env));
  return { ...values, peppers: peppersOf(values.pepper) };
}

/** The provider with its keys. */
const providerSettings = { payments: payments.payments };
const { brandName, brandColor, supportEmail } = pages;
const refundSender = { brandName, brandColor, supportEmail };
/** What moving money needs besides: what a mail about it says. */
const paymentSettings = { ...providerSettings, ...refundSender };

/**
 * What a command needs that only asks the payment provider, by the server's rules. The provider's private key is a `Secret` and cannot print.
 *
 * @throws Error that names every fault
 */
export function readProviderSettings(env: Environment) {
  const raw = chargingOf(env);
  return paymentsOf(readFaultless(providerSettings, raw, providerFaults(raw)).payments, true);
}

/** The same for a command that moves money. @throws Error that names every fault */
export function readPaymentSettings(env: Environment) {
  const raw = chargingOf(env);
  const isReal = raw.PAYMENT_PROVIDER !== undefined && raw.PAYMENT_PROVIDER !== 'sandbox';
  const values = readFaultless(paymentSettings, raw, [
    ...providerFaults(raw),
    ...(isReal && raw.SUPPORT_EMAIL === undefined
      ? [{ variable: 'SUPPORT_EMAIL', fault: 'is required, because it stands in the mail to the customer' }]
      : []),
  ]);
  return { ...values, payments: paymentsOf(values.payments, true) };
}

/** This process charges even where the front end beside it leaves that to a backend. */
function chargingOf(env: Environment): RawSettings {
  const { BACKEND_URL: _backend, ...raw } = rawOf(env);
  return raw;
}

function providerFaults(raw: RawSettings): SettingFault[] {
  return paymentClashes(raw)
    .filter(([variable, isBroken]) => isBroken && variable.startsWith('BRAINTREE_'))
    .map(([variable, , fault]) => ({ variable, fault }));
}

type Environment = Readonly<Record<string, string | undefined>>;

function rawOf(env: Environment): RawSettings {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function readFaultless<Table extends SettingTable>(
  table: Table,
  raw: RawSettings,
  clashes: readonly SettingFault[] = [],
): ValuesOf<Table> {
  const { values, faults } = readTable(table, raw);
  const all = [...faults, ...clashes];
  if (all.length > 0) throw new Error(all.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  return values;
}
