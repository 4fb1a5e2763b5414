import type { Logger } from 'pino';
import type { BackendClient } from '~/backend/contract/client';
import type { DemoBackend } from '~/backend/demo';
import { createEmbeddedBackend, type EmbeddedBackend } from '~/backend/embedded/create-embedded-backend.server';
import type { MailTransport } from '~/backend/embedded/mails/mail-transport';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender } from '~/backend/remote/send.server';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Clock } from '~/domain/clock';
import { backendCheck } from './backend-check';
import type { Configuration } from '~/settings/configuration.server';
import type { Flags } from './flags.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { openPayments, openTokenising } from './open-payments.server';
import type { OpenPayments, OpenTokenising } from './payment-provider';
import { findRequestId } from '~/server/telemetry/request-id.server';
import { createSealing } from '~/lib/sealing.server';
import type { Store } from '~/store/open-store.server';
import { instrumentCharging, instrumentTokenising } from './instrument-payments';
import { tellOfCalls, type CallListener } from '~/server/telemetry/instrument-calls';
import { withTimeout } from '~/lib/with-timeout';

/** What a backend is opened with. */
export interface BackendParts {
  configuration: Configuration;
  store: Store;
  secrets: SiteSecrets;
  flags: Flags;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds until the sandbox answers for its slow card. */
  sandboxWait?: number;
  /** Who takes the money; whom PAYMENT_PROVIDER names, unless said otherwise. */
  payments?: OpenPayments;
}

/** The backend, wherever it is, and the half of the payment provider that goes with it. */
export interface OpenBackend extends OpenTokenising {
  client: BackendClient;
  /** What the demo page shows; undefined outside demo mode. */
  demo: DemoBackend | undefined;
  /** What has to answer besides the store before visitors can be served, by name. */
  checks: Record<string, () => Promise<void>>;
  /** Work that comes round: resolves payments that were cut off, sends mails that wait. */
  recover(): Promise<void>;
  /** Deletes what nobody can need any more. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

const STOP_WITHIN_MS = 5_000;

/** How much of a call's time the payment provider may take: "nobody can tell yet" is an answer too, and has to come in time. */
const PROVIDER_SHARE = 0.8;

/** The backend in this process, which charges. `serve` and `clientApi` are for another process that asks it over HTTP. */
export async function openEmbeddedBackend({
  configuration,
  store,
  secrets,
  flags,
  clock,
  log,
  metrics,
  sandboxWait,
  payments: given,
}: BackendParts): Promise<OpenBackend & Pick<EmbeddedBackend, 'serveHttp'> & Pick<OpenPayments, 'clientApi'>> {
  const payments = given ?? (await openPayments(configuration.payments, { configuration, clock, sandboxWait }));
  const { ofBackend, ofProvider } = listeners(metrics);
  const { mail } = configuration;
  const embedded = await createEmbeddedBackend({
    db: store.db,
    charging: instrumentCharging(payments.charging, ofProvider),
    clock,
    sealing: createSealing(secrets, 'backend'),
    flags: { isTreatment: async (name, visitorId) => (await flags.find(name, visitorId)) === 'treatment' },
    merchantAccounts: payments.merchantAccounts,
    publicUrl: configuration.publicUrl,
    links: configuration.links,
    brandName: configuration.brandName,
    supportEmail: configuration.supportEmail,
    demo: configuration.demo,
    mailTransport: mail && (await openPostman(mail)),
    pricingGroup: configuration.embeddedPricingGroup,
    timeoutMs: configuration.backendTimeoutMs,
    answerWithin: configuration.backendTimeoutMs * PROVIDER_SHARE,
    interceptors: [tellOfCalls(ofBackend)],
    report: ({ cause, ...event }) => log.error({ ...event, err: cause }, 'a payment needs attention'),
    reportMail: ({ cause, ...event }) => log.error({ ...event, err: cause }, 'a mail was not sent'),
    paymentMoved: metrics.paymentMoved,
    mailTried: metrics.mailTried,
  });
  metrics.watchBacklog(() => embedded.readBacklog());
  return {
    client: embedded.client,
    demo: embedded.demo,
    checks: {},
    serveHttp: embedded.serveHttp,
    tokenising: instrumentTokenising(payments.tokenising, ofProvider),
    approvalPage: payments.approvalPage,
    clientApi: payments.clientApi,
    async recover() {
      await embedded.recoverAttempts();
      // Not waited for: a mail server that is slow holds up neither a start nor the next round.
      embedded.startMails();
    },
    purge: async () => void (await embedded.purge()),
    async close() {
      // A mail server that is slow does not keep the process: what it was sent is sent again when its lease is over.
      await withTimeout(STOP_WITHIN_MS, () => embedded.stop()).catch(() => undefined);
      payments.close();
    },
  };
}

/** Who hears of the calls of the backend, and of those of the payment provider. */
function listeners(metrics: Metrics): Record<'ofBackend' | 'ofProvider', CallListener> {
  return {
    ofBackend: (call, outcome, seconds) => metrics.called('backend', call, outcome, seconds),
    ofProvider: (call, outcome, seconds) => metrics.called('payment-provider', call, outcome, seconds),
  };
}

async function openPostman({ url, from }: NonNullable<Configuration['mail']>): Promise<MailTransport> {
  const { createSmtpTransport } = await import('~/backend/embedded/mails/smtp-transport.server');
  return createSmtpTransport({ url: url.reveal(), from });
}

/** A backend at an address of its own. It charges, keeps accounts, and sends mails: here is nothing to recover. */
export async function openRemoteBackend(
  backendUrl: string,
  { configuration, log, metrics }: BackendParts,
): Promise<OpenBackend> {
  const { backendTimeoutMs: timeoutMs } = configuration;
  const { tokenising, approvalPage } = await openTokenising(configuration.payments, { configuration });
  const sender = openSender({
    timeoutMs,
    onCircuit: (state) => log.warn({ state }, 'the circuit to the backend changed'),
  });
  const { ofBackend, ofProvider } = listeners(metrics);
  const remote = { url: backendUrl, sender, requestId: findRequestId };
  return {
    client: createRemoteBackend({ ...remote, interceptors: [tellOfCalls(ofBackend)] }),
    demo: undefined,
    // By a client of its own: probes are not counted as calls.
    checks: { backend: backendCheck(createRemoteBackend(remote)) },
    tokenising: instrumentTokenising(tokenising, ofProvider),
    approvalPage,
    recover: async () => undefined,
    purge: async () => undefined,
    close: () => withTimeout(STOP_WITHIN_MS, () => sender.close()).catch(() => undefined),
  };
}
