import braintree from 'braintree';
import type { Logger } from 'pino';
import { createLogAnalytics } from '~/analytics/log-analytics.server';
import { createSegmentAnalytics } from '~/analytics/segment-analytics.server';
import type { Analytics } from '~/analytics/port';
import { createGooglePlaces } from '~/addresses/google.server';
import { createPhoton } from '~/addresses/photon.server';
import type { AddressProvider } from '~/addresses/port';
import { sampleAddresses } from '~/addresses/sample';
import type { BackendClient } from '~/backend/client';
import type { DemoBackend } from '~/backend/demo';
import { createEmbeddedBackend } from '~/backend/embedded/create-embedded-backend.server';
import { createSmtpPostman } from '~/backend/embedded/smtp-postman.server';
import { systemClock, type Clock } from '~/domain/clock';
import type { Currency } from '~/domain/money';
import type { ApprovalPage } from '~/payments/approval-page';
import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import { createBraintreeCharging } from '~/payments/braintree-charging.server';
import { createBraintreeTokenising } from '~/payments/braintree-tokenising.server';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox.server';
import type { Configuration } from './configuration.server';
import { makeFlagProvider } from './flag-provider.server';
import { createFlags, type Flags } from './flags.server';
import { createLimits, type Limits } from './limits.server';
import { createSealing } from './sealing.server';
import type { Metrics } from './metrics.server';
import { loadOrMakeSecrets } from './session-secret.server';
import { openStore, type Store } from './store/open-store.server';
import { watchClient, watchPort, type CallListener } from './watch-calls';
import { within } from './within';

/** What the routes work with. They never learn which adapter stands behind a port. */
export interface Services {
  backend: BackendClient;
  tokenising: TokenisingProvider;
  /** Whether a card may be typed into a plain form of ours. */
  takesPlainCards: boolean;
  flags: Flags;
  analytics: Analytics;
  /** Who knows addresses; undefined where none are suggested. */
  addresses: AddressProvider | undefined;
  limits: Limits;
  clock: Clock;
  /** Whether a password can be read as it is typed, where a script runs. */
  passwordStartsShown: boolean;
  /** Pages of the main product that a route leads to. */
  urls: { logIn: string; home: string };
  /** The origin visitors use, for addresses that somebody else leads them back to. */
  publicUrl: string;
  /** What the demo page shows; undefined outside demo mode. */
  demo: DemoBackend | undefined;
  /** Stands in for the pages of PayPal and Venmo; undefined outside demo mode. */
  approvalPage: ApprovalPage | undefined;
}

export interface OpenServices {
  services: Services;
  store: Store;
  /** What has to answer before visitors can be served, by name. */
  checks: Record<string, () => Promise<void>>;
  /** The first signs and seals, all verify and open. */
  secrets: string[];
  /** Work that comes round: resolves payments that were cut off, sends mails that wait. */
  recover(): Promise<void>;
  /** Deletes what nobody can need any more. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  configuration: Configuration;
  log: Logger;
  /** Counts what is asked of the backend and of the payment provider. */
  metrics: Metrics;
  clock?: Clock;
  /** Milliseconds until the sandbox answers for its slow card. */
  sandboxWait?: number;
}

/** How a call ended, and how long it took. */
type Asked = Parameters<CallListener> extends [string, ...infer Rest] ? Rest : never;

const STOP_WITHIN_MS = 5_000;

/** How much of a call's time the payment provider may take: "nobody can tell yet" is an answer too, and has to come in time. */
const PROVIDER_SHARE = 0.8;

/** The demo's stand-in for the pages of PayPal and Venmo (app/routes/demo_.wallet.tsx). */
const APPROVAL_PATH = '/app/join/demo/wallet';

/** Wires everything by hand: the one place that knows which adapter is in use. */
export async function openServices({
  configuration,
  log,
  metrics,
  clock = systemClock,
  sandboxWait,
}: ServiceOptions): Promise<OpenServices> {
  const store = await openStore({
    dataDir: configuration.dataDir,
    databaseUrl: configuration.databaseUrl?.reveal(),
    poolSize: configuration.databasePoolSize,
    onLost: (err) => log.warn({ err }, 'a connection to the store was lost'),
  });
  // After the store, which claims the folder: two processes that both made a secret would not agree.
  const secrets = (await loadOrMakeSecrets(configuration)).map((secret) => secret.reveal());
  const payments = openPayments(configuration, clock, sandboxWait);
  const asked = (call: string, ...rest: Asked) => metrics.called('payment-provider', call, ...rest);
  const flags = createFlags(await makeFlagProvider(configuration), log);
  const analytics = openAnalytics(configuration, log);
  const { mail } = configuration;
  const embedded = await createEmbeddedBackend({
    db: store.db,
    charging: watchPort(payments.charging, asked),
    clock,
    sealing: createSealing(secrets, 'backend'),
    flags: { isTreatment: async (name, visitorId) => (await flags.find(name, visitorId)) === 'treatment' },
    merchantAccounts: payments.merchantAccounts,
    publicUrl: configuration.publicUrl,
    appHomeUrl: configuration.appHomeUrl,
    proCasesUrl: configuration.proCasesUrl,
    loginUrl: configuration.loginUrl,
    brandName: configuration.brandName,
    supportEmail: configuration.supportEmail,
    demo: configuration.demo,
    postman: mail && createSmtpPostman({ url: mail.url.reveal(), from: mail.from }),
    pricingGroup: configuration.embeddedPricingGroup,
    timeoutMs: configuration.backendTimeoutMs,
    answerWithin: configuration.backendTimeoutMs * PROVIDER_SHARE,
    report: ({ cause, ...event }) => log.error({ ...event, err: cause }, 'a payment needs attention'),
    reportMail: ({ cause, ...event }) => log.error({ ...event, err: cause }, 'a mail was not sent'),
    paymentMoved: metrics.paymentMoved,
    mailTried: metrics.mailTried,
  });
  metrics.watchBacklog(() => embedded.readBacklog());
  const limits = createLimits({
    rateLimit: configuration.rateLimit,
    db: store.db,
    clock,
    secrets,
    log,
    onRefused: metrics.limitRefused,
  });
  return {
    services: {
      backend: watchClient(embedded.client, (call, ...rest) => metrics.called('backend', call, ...rest)),
      tokenising: watchPort(payments.tokenising, asked),
      takesPlainCards: configuration.cardEntryWithoutJs,
      flags,
      analytics,
      addresses: openAddresses(configuration),
      limits,
      clock,
      publicUrl: configuration.publicUrl,
      passwordStartsShown: configuration.passwordShown,
      urls: { logIn: configuration.loginUrl, home: configuration.homeUrl },
      demo: embedded.demo,
      approvalPage: payments.approvalPage,
    },
    store,
    checks: { store: () => store.ping() },
    secrets,
    async recover() {
      await embedded.recoverAttempts();
      // Not waited for: a mail server that is slow holds up neither a start nor the next round.
      embedded.startMails();
    },
    purge: async () => void (await embedded.purge()),
    async close() {
      // A mail server that is slow does not keep the process: what it was sent is sent again when its lease is over.
      const stopping = within(STOP_WITHIN_MS, () => embedded.stop()).catch(() => undefined);
      await Promise.all([stopping, analytics.close(), flags.close()]);
      payments.close();
      await store.close();
    },
  };
}

function openAnalytics({ segment }: Configuration, log: Logger): Analytics {
  if (!segment) return createLogAnalytics(log);
  return createSegmentAnalytics({ writeKey: segment.writeKey.reveal(), host: segment.url, log });
}

function openAddresses({ addresses }: Configuration): AddressProvider | undefined {
  switch (addresses.provider) {
    case 'photon':
      return createPhoton(addresses);
    case 'google':
      return createGooglePlaces({ key: addresses.key.reveal() });
    case 'sample':
      return sampleAddresses;
    case 'off':
      return undefined;
  }
}

/** One provider, in the two halves of the port. */
interface OpenPayments {
  charging: ChargingProvider;
  tokenising: TokenisingProvider;
  merchantAccounts: Record<Currency, string>;
  approvalPage: ApprovalPage | undefined;
  close(): void;
}

/** Both halves of the provider, and the account each currency is paid into. */
function openPayments(
  { braintree: settings, dataDir, demo }: Configuration,
  clock: Clock,
  sandboxWait: number | undefined,
): OpenPayments {
  if (!settings) {
    const approvalPath = demo ? APPROVAL_PATH : undefined;
    const sandbox = createSandbox({ dataDir, clock, approvalPath, wait: sandboxWait });
    return {
      charging: sandbox,
      tokenising: sandbox,
      merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
      approvalPage: demo ? sandbox.approvalPage : undefined,
      close: () => sandbox.close(),
    };
  }
  const { environment, merchantId, publicKey, privateKey, merchantAccounts } = settings;
  const { Production, Sandbox } = braintree.Environment;
  const charging = createBraintreeCharging({
    environment: environment === 'production' ? Production : Sandbox,
    keys: { merchantId, publicKey, privateKey: privateKey.reveal() },
    merchantAccounts,
  });
  return {
    charging,
    tokenising: createBraintreeTokenising({ environment }),
    merchantAccounts,
    approvalPage: undefined,
    close: () => undefined,
  };
}
