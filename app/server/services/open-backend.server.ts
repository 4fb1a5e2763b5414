import type { Logger } from 'pino';
import { OPERATION_NAMES, type BackendClient } from '~/backend/contract/contract';
import type { DemoBackend } from '~/backend/demo';
import type { AttemptEvent, ReconciliationReport } from '~/backend/embedded/context';
import {
  createEmbeddedBackend,
  type BackendWebhooks,
  type EmbeddedBackend,
} from '~/backend/embedded/create-embedded-backend.server';
import type { MailTransport } from '~/backend/embedded/mails/mail-transport';
import { outcomeOfAnswer } from '~/backend/refusal';
import { type SiteSecrets, createSealing } from '~/lib/sealing.server';
import type { Clock } from '~/domain/clock';
import { backendCheck, providerCheck, type DependencyChecks } from './dependencies.server';
import type { Configuration } from '~/settings/configuration.server';
import { acceptsTestCards } from '~/settings/payments';
import type { Flags } from './flags.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { loadOrCreateSecrets } from './stored-secrets.server';
import { openPayments, openTokenising } from './open-payments.server';
import type { OpenPayments, OpenTokenising } from './payment-provider';
import { findCurrentRequest, labelRequest } from '~/server/telemetry/current-request.server';
import { formatTraceparent } from '~/server/telemetry/tracing/trace-context';
import type { Store } from '~/store/open-store.server';
import { CHARGING_CALLS, instrumentCharging, instrumentTokenising } from './instrument-payments';
import { limitTime } from '~/backend/limit-time';
import { reportCalls, type CallListener } from '~/server/telemetry/instrument-calls';
import { watchBackendLine } from '~/server/telemetry/watch-resources';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';

export interface BackendParts {
  configuration: Configuration;
  store: Store;
  secrets: SiteSecrets;
  flags: Flags;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Replaces the provider that PAYMENT_PROVIDER names. */
  payments?: OpenPayments;
}

export interface OpenBackend extends OpenTokenising {
  client: BackendClient;
  demo: DemoBackend | undefined;
  checks: Omit<DependencyChecks, 'store'>;
  /** Undefined if this process does not receive the payment provider's messages. */
  webhooks: BackendWebhooks | undefined;
  /** Resolves interrupted payments and sends waiting mails. */
  recover(): Promise<void>;
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** The server continues by itself after a warning. */
const PAYMENT_LINES: Readonly<Record<AttemptEvent['event'], readonly ['warn' | 'error', string]>> = {
  'attempt-needs-operator': ['error', 'payment needs an operator'],
  'attempt-stalled': ['warn', 'payment delayed'],
  'attempt-taken-late': ['warn', 'late payment found'],
  'provider-call-failed': ['warn', 'failed to call the payment provider'],
  'recovery-failed': ['error', 'failed to recover payments'],
  'settlement-needs-operator': ['error', 'payment needs an operator'],
  'settlement-round-failed': ['warn', 'failed to follow submitted payments'],
};

/** `serveHttp` and `clientApi` serve front ends in other processes. */
export async function openEmbeddedBackend({
  configuration,
  store,
  secrets,
  flags,
  clock,
  log,
  metrics,
  payments: given,
}: BackendParts): Promise<OpenBackend & Pick<EmbeddedBackend, 'serveHttp'> & Pick<OpenPayments, 'clientApi'>> {
  const payments = given ?? (await openPayments(configuration.payments, { configuration, clock }));
  const { ofBackend, ofProvider } = listeners(metrics);
  const { mail, dataDir } = configuration;
  // Creating a secret is safe here, because the open store has locked the folder.
  const peppers = await loadOrCreateSecrets(dataDir, 'pepper', configuration.peppers);
  const embedded = await createEmbeddedBackend({
    db: store.db,
    charging: instrumentCharging(payments.charging, ofProvider),
    clock,
    storeClock: store.clock,
    sealing: createSealing(secrets, 'backend'),
    pepper: createSealing(peppers, 'pepper'),
    flags: { isTreatment: async (name, visitorId) => (await flags.getVariant(name, visitorId)) === 'treatment' },
    merchantAccounts: payments.merchantAccounts,
    publicUrl: configuration.publicUrl,
    links: configuration.links,
    brandName: configuration.brandName,
    brandColor: configuration.brandColor,
    supportEmail: configuration.supportEmail,
    seller: configuration.seller,
    supportPhones: configuration.supportPhones,
    demo: configuration.demo,
    acceptsTestCards: acceptsTestCards(configuration.payments),
    limitsMails: configuration.rateLimit,
    mailTransport: mail && (await openMailTransport(mail)),
    pricingGroup: configuration.embeddedPricingGroup,
    timeoutMs: configuration.backendTimeoutMs,
    interceptors: [reportCalls(ofBackend, outcomeOfAnswer), limitByRequest],
    report: ({ cause, ...event }) => {
      const [level, message] = PAYMENT_LINES[event.event];
      log[level]({ ...event, err: cause }, message);
    },
    reportMail: ({ cause, ...event }) => {
      // A delayed invite needs no operator.
      if (event.event === 'invite-over-limit') log.warn({ ...event, err: cause }, 'invite delayed');
      else log.error({ ...event, err: cause }, 'failed to send a mail');
    },
    reportDamaged: (row) => log.error(row, 'failed to re-seal a row'),
    paymentMoved: metrics.recordPaymentState,
    paymentInHand: ({ order_id: orderId, number: attempt }) => labelRequest({ orderId, attempt }),
    settlementMoved: metrics.recordSettlement,
    reportReconciliation: (found) => logReconciliation(log, found),
    mailTried: metrics.recordMail,
  });
  metrics.startAtZero.calls('payment-provider', CHARGING_CALLS, ['ok', 'failed', 'unknown']);
  metrics.startAtZero.payments(embedded.states.payments);
  metrics.startAtZero.settlements(embedded.states.settlements);
  metrics.watchBacklog(() => embedded.readBacklog());
  return {
    client: embedded.client,
    demo: embedded.demo,
    // Not instrumented, so that probes are not counted as calls.
    checks: { provider: providerCheck(payments.charging, log) },
    serveHttp: embedded.serveHttp,
    tokenising: instrumentTokenising(payments.tokenising, ofProvider),
    approvalPage: payments.approvalPage,
    clientApi: payments.clientApi,
    webhooks: embedded.openWebhooks(),
    async recover() {
      // Neither is awaited, so that a slow mail server and a slow provider do not delay each other.
      embedded.followSettlements();
      embedded.startMails();
      await embedded.recoverAttempts();
    },
    purge: async () => void (await embedded.purge()),
    async close() {
      // A slow mail server or provider must not delay the exit. Another process continues its work when the lease expires.
      await withTimeout(STOP_MS.services, () => embedded.stop()).catch(() => undefined);
      payments.close();
    },
  };
}

function logReconciliation(log: Logger, report: ReconciliationReport): void {
  const isClean = Object.values(report.differences).every((count) => count === 0);
  if (isClean) log.info(report, 'orders match the payment provider');
  else log.error(report, 'orders differ from the payment provider');
}

/** Ends the calls of a request before its proxy abandons the response. */
const limitByRequest = limitTime(() => findCurrentRequest()?.timeLeft() ?? Infinity);

/** Counts each missing field, and logs it the first time. A backend that omits a field usually omits it in every response. */
function reportMissing(log: Logger, metrics: Metrics) {
  const logged = new Set<string>();
  return (call: string, fields: string[]): void => {
    for (const field of fields) metrics.recordMissingField(call, field);
    const news = fields.filter((field) => !logged.has(`${call} ${field}`));
    if (news.length === 0) return;
    for (const field of news) logged.add(`${call} ${field}`);
    log.warn({ call, fields: news }, 'backend response is missing fields');
  };
}

function listeners(metrics: Metrics): Record<'ofBackend' | 'ofProvider', CallListener> {
  metrics.startAtZero.calls('backend', OPERATION_NAMES, ['ok', 'failed']);
  metrics.startAtZero.calls('backend', ['registrations.pay', 'parents.pay'], ['unknown']);
  return {
    ofBackend: (call, outcome, seconds) => metrics.recordCall('backend', call, outcome, seconds),
    ofProvider: (call, outcome, seconds) => metrics.recordCall('payment-provider', call, outcome, seconds),
  };
}

async function openMailTransport({ url, from }: NonNullable<Configuration['mail']>): Promise<MailTransport> {
  const { createSmtpTransport } = await import('~/backend/embedded/mails/smtp-transport.server');
  return createSmtpTransport({ url: url.reveal(), from });
}

function findTraceparent(): string | undefined {
  const request = findCurrentRequest();
  return request && formatTraceparent(request.span.context);
}

/** A remote backend charges and sends mails itself, so recovery does nothing here. */
export async function openRemoteBackend(
  backendUrl: string,
  { configuration, clock, log, metrics }: BackendParts,
): Promise<OpenBackend> {
  // Imported lazily, like every adapter's library.
  const { createRemoteBackend } = await import('~/backend/remote/remote-backend.server');
  const { openSender } = await import('~/backend/remote/send.server');
  const { backendTimeoutMs: timeoutMs } = configuration;
  const { tokenising, approvalPage } = await openTokenising(configuration.payments, { configuration, clock });
  const { token, tls } = configuration.frontEnd;
  let isCircuitOpen = false;
  const sender = openSender({
    timeoutMs,
    tls,
    clock,
    onCircuit(state) {
      isCircuitOpen = state === 'open';
      log.warn({ state }, 'backend circuit changed');
    },
  });
  watchBackendLine(metrics.registry, { isCircuitOpen: () => isCircuitOpen, load: () => sender.load() });
  const { ofBackend, ofProvider } = listeners(metrics);
  const remote = {
    url: backendUrl,
    sender,
    token: token?.reveal(),
    requestId: () => findCurrentRequest()?.id,
    traceparent: findTraceparent,
  };
  return {
    client: createRemoteBackend({
      ...remote,
      onMissing: reportMissing(log, metrics),
      interceptors: [reportCalls(ofBackend, outcomeOfAnswer), limitByRequest],
    }),
    demo: undefined,
    // A separate client, so that probes are not counted as calls.
    checks: { backend: backendCheck(createRemoteBackend(remote)) },
    tokenising: instrumentTokenising(tokenising, ofProvider),
    approvalPage,
    webhooks: undefined,
    recover: async () => undefined,
    purge: async () => undefined,
    close: () => withTimeout(STOP_MS.services, () => sender.close()).catch(() => undefined),
  };
}
