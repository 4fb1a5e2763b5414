import { backend, backendClashes, frontEndOf } from './backend';
import { pages } from './pages';
import { paymentClashes, payments, paymentsOf } from './payments';
import { server } from './server';
import { session, store } from './store';
import { readRawSettings, type Environment } from './raw-settings';
import {
  isLeftToDemo,
  type RawSettings,
  type SettingTable,
  settingsOf,
  type ValuesOf,
  readTable,
  type SettingFault,
} from './setting';

const { dataDir, databaseUrl } = store;
const { sessionSecrets } = session;
const { peppers, backendUrl } = backend;

const operatorSettings = { dataDir, databaseUrl, sessionSecrets, peppers, backendUrl };

export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/** Reads only the settings that operators' commands need; the server's other settings may be missing. @throws Error that lists every fault */
export function readOperatorSettings(env: Environment) {
  return readOrThrow(operatorSettings, env);
}

/** The provider with its keys. */
const providerSettings = { payments: payments.payments };
const { brandName, brandColor, supportEmail, supportPhones } = pages;
const refundSender = { brandName, brandColor, supportEmail };
/** The additional settings of a command that moves money: the contents of the mail about it. */
const paymentSettings = { ...providerSettings, ...refundSender };
/** The additional settings of a command that mails a link. */
const linkSender = { publicUrl: server.publicUrl, brandName, brandColor, supportEmail, supportPhones };

/**
 * The settings of a command that only queries the payment provider, by the server's rules. The provider's private key is a `Secret` and
 * cannot print.
 *
 * @throws Error that lists every fault
 */
export function readProviderSettings(env: Environment) {
  return paymentsOf(readOrThrow(providerSettings, chargingOf(env), providerFaults).payments, true);
}

/** Like `readProviderSettings`, for a command that moves money. @throws Error that lists every fault */
export function readPaymentSettings(env: Environment) {
  const values = readOrThrow(paymentSettings, chargingOf(env), (raw) => {
    const movesMoney = raw.PAYMENT_PROVIDER !== undefined && raw.PAYMENT_PROVIDER !== 'sandbox';
    return [
      ...providerFaults(raw),
      ...(movesMoney && raw.SUPPORT_EMAIL === undefined
        ? [{ variable: 'SUPPORT_EMAIL', fault: 'is required, because the mail to the customer contains it' }]
        : []),
    ];
  });
  return { ...values, payments: paymentsOf(values.payments, true) };
}

/** The settings of a command that mails a link. No default is used that a real site rejects. @throws Error that lists every fault */
export function readLinkSenderSettings(env: Environment) {
  const { publicUrl = '', ...sender } = readOrThrow(linkSender, env, (raw) =>
    settingsOf(linkSender)
      .filter((one) => isLeftToDemo(one, raw))
      .map(({ variable }) => ({ variable, fault: 'is required, because the mail with a new link contains it' })),
  );
  return { publicUrl, ...sender };
}

/** The settings that identify the front end to the backend at `url`, by the server's rules. @throws Error that lists every fault */
export function readFrontEndSettings(env: Environment, url: string) {
  const values = readOrThrow(backend.frontEnd, env, (raw) =>
    backendClashes({ ...raw, BACKEND_URL: url })
      .filter(([variable, isBroken]) => isBroken && variable.startsWith('BACKEND_CLIENT_'))
      .map(([variable, , fault]) => ({ variable, fault })),
  );
  return frontEndOf(values);
}

/** Removes the backend's settings: this process charges even if its front end uses a remote backend. */
function chargingOf(env: Environment): Environment {
  return { ...env, BACKEND_URL: undefined };
}

/** Without the rule about test cards, because a command sells nothing. Without a provider's settings, the sandbox is the default. */
function providerFaults(raw: RawSettings): SettingFault[] {
  if (raw.PAYMENT_PROVIDER === undefined && Object.keys(raw).some((name) => name.startsWith('BRAINTREE_')))
    return [
      {
        variable: 'PAYMENT_PROVIDER',
        fault: 'is required, because BRAINTREE_ settings are set: braintree, or sandbox, which moves no money',
      },
    ];
  return paymentClashes({ PAYMENT_PROVIDER: 'sandbox', ...raw, ALLOW_SANDBOX: 'on' })
    .filter(([variable, isBroken]) => isBroken && variable.startsWith('BRAINTREE_'))
    .map(([variable, , fault]) => ({ variable, fault }));
}

function readOrThrow<Table extends SettingTable>(
  table: Table,
  env: Environment,
  clashesOf: (raw: RawSettings) => readonly SettingFault[] = () => [],
): ValuesOf<Table> {
  const { raw, faultsWith } = readRawSettings(env, table);
  const { values, faults } = readTable(table, raw);
  const all = faultsWith([...faults, ...clashesOf(raw)]);
  if (all.length > 0) throw new Error(all.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  return values;
}
