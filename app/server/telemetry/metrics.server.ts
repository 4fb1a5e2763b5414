import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { cacheFor } from '~/lib/cache-for';

/** `refused` is a rejection that the caller handles; `unknown` means that the outcome cannot be determined. */
export type CallOutcome = 'ok' | 'refused' | 'unknown' | 'failed';

export type CalledSystem = 'backend' | 'payment-provider';

/** `none` if the page has no script. */
export type ScriptUse = 'ran' | 'did-not-run' | 'none';

export type CspReportOutcome = 'reported' | 'extension' | 'limited' | 'unreadable' | 'too-large';

export interface Backlog {
  payments: Readonly<Record<string, number>>;
  oldestPayments: Readonly<Record<string, number>>;
  mails: Readonly<Record<'waiting' | 'given-up', number>>;
  /** Seconds. */
  oldestMail: number;
  settlements: Readonly<Record<string, number>>;
  reconciliation: { differences: Readonly<Record<string, number>>; finishedAt: number };
}

/** Outcomes of a payment provider's message whose kind is still unknown. */
const UNREAD_MESSAGES = ['forged', 'unreadable', 'busy', 'limited', 'failed'];
const STEP_OUTCOMES = ['completed', 'returned', 'failed'] as const;
const SCRIPT_USES: readonly ScriptUse[] = ['ran', 'did-not-run', 'none'];

/** Why a new visitor was turned away. */
const TURNED_AWAY = ['busy', 'no-room', 'draft-too-large'] as const;

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Several scrapers share one query of the store for this long. */
const BACKLOG_CACHE_MS = 10_000;

/** The process's metrics, in their own registry. Labels must not contain visitors' input (docs/decisions/0022). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'joinery_http_requests_total',
    help: 'Requests, by route pattern and status; aborted if the client disconnected before the response was sent.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'joinery_http_request_duration_seconds',
    help: 'From the arrival of a request until its response was sent.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const steps = new Counter({
    name: 'joinery_step_posts_total',
    help: 'Submitted forms of open steps: completed (next step), returned (with errors) or failed; script: whether our script ran on the page.',
    labelNames: ['journey', 'step', 'outcome', 'script'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'joinery_call_duration_seconds',
    help: 'Calls to the backend and to the payment provider, by outcome.',
    labelNames: ['system', 'call', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  const missingFields = new Counter({
    name: 'joinery_answer_fields_missing_total',
    help: 'Fields missing from backend responses, which the pages then omit (docs/backend-contract.md).',
    labelNames: ['call', 'field'],
    registers,
  });
  const payments = new Counter({
    name: 'joinery_payment_transitions_total',
    help: 'Payment attempts that entered a state (docs/decisions/0002).',
    labelNames: ['state'],
    registers,
  });
  const settlements = new Counter({
    name: 'joinery_settlement_transitions_total',
    help: 'Submitted payments that entered a state at the payment provider (docs/decisions/0050).',
    labelNames: ['state'],
    registers,
  });
  const webhooks = new Counter({
    name: 'joinery_webhooks_total',
    help: 'Messages from the payment provider, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'joinery_mail_deliveries_total',
    help: 'Attempts to send a mail: sent, put-off (retried later), unreachable (the same, because of the mail server) or given-up.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'joinery_refusals_total',
    help: 'Refused requests, by the reason in the log (docs/runbooks.md).',
    labelNames: ['reason'],
    registers,
  });
  const limitRefusals = new Counter({
    name: 'joinery_limit_refusals_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['limit'],
    registers,
  });
  const turnedAway = new Counter({
    name: 'joinery_turned_away_total',
    help: 'New visitors turned away: busy (overload), no-room (disk full) or draft-too-large.',
    labelNames: ['reason'],
    registers,
  });
  const waitSeconds = new Histogram({
    name: 'joinery_request_wait_seconds',
    help: 'From the arrival of a page or form request until the process started to handle it.',
    buckets: SECONDS,
    registers,
  });
  const letThrough = new Counter({
    name: 'joinery_let_through_total',
    help: 'Requests between the billing address and the receipt that were served while new visitors were turned away.',
    registers,
  });
  const lostLogLines = new Counter({
    name: 'joinery_log_lines_lost_total',
    help: 'Log lines dropped because the disk was full or the reader had stopped.',
    registers,
  });
  const ignoredForwarding = new Counter({
    name: 'joinery_forwarding_ignored_total',
    help: 'Requests with forwarding headers from peers outside TRUST_PROXY; those headers are ignored.',
    registers,
  });
  for (const reason of TURNED_AWAY) turnedAway.inc({ reason }, 0);
  const cspReports = new Counter({
    name: 'joinery_csp_reports_total',
    help: 'Content-Security-Policy reports from browsers: reported, extension (caused by a browser extension), or not read: limited, unreadable, too-large.',
    labelNames: ['directive', 'outcome'],
    registers,
  });
  for (const outcome of UNREAD_MESSAGES) webhooks.inc({ kind: 'none', outcome }, 0);
  for (const outcome of ['sent', 'put-off', 'unreachable', 'given-up']) mails.inc({ outcome }, 0);
  const build = new Gauge({
    name: 'joinery_build_info',
    help: 'Always 1. Labels: the running release, its commit and its Node version.',
    labelNames: ['version', 'commit', 'node'],
    registers,
  });
  const clockOffset = new Gauge({
    name: 'joinery_clock_offset_seconds',
    help: "How far the clock of this process is ahead of the store's.",
    registers,
  });
  return {
    registry,
    /** An alert cannot detect an increase from a missing series to 1, so known series start at 0. */
    startAtZero: {
      /** @param routes patterns, as `recordRequest` gets them */
      requests(routes: Iterable<string>): void {
        for (const route of routes)
          for (const method of ['GET', 'POST']) requests.inc({ method, route, status: '500' }, 0);
      },
      steps(named: readonly { journey: string; name: string }[]): void {
        for (const { journey, name: step } of named)
          for (const outcome of STEP_OUTCOMES)
            for (const script of SCRIPT_USES) steps.inc({ journey, step, outcome, script }, 0);
      },
      /** Each is a histogram of fifteen lines, so pass only the outcomes that alerts use. */
      calls(system: CalledSystem, calls: readonly string[], outcomes: readonly CallOutcome[]): void {
        for (const call of calls) for (const outcome of outcomes) callSeconds.zero({ system, call, outcome });
      },
      payments: (states: readonly string[]) => states.forEach((state) => payments.inc({ state }, 0)),
      settlements: (states: readonly string[]) => states.forEach((state) => settlements.inc({ state }, 0)),
      limits: (limits: readonly string[]) => limits.forEach((limit) => limitRefusals.inc({ limit }, 0)),
      refusals: (reasons: readonly string[]) => reasons.forEach((reason) => refusals.inc({ reason }, 0)),
    },
    recordBuild: ({ version, commit }: { version: string; commit: string }) =>
      build.set({ version, commit, node: process.versions.node }, 1),
    recordRequest(method: string, route: string, status: string, seconds: number): void {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },
    recordStep(journey: string, step: string, outcome: 'completed' | 'returned' | 'failed', script: ScriptUse): void {
      steps.inc({ journey, step, outcome, script });
    },
    recordCall(system: CalledSystem, call: string, outcome: CallOutcome, seconds: number): void {
      callSeconds.observe({ system, call, outcome }, seconds);
    },
    recordMissingField: (call: string, field: string) => missingFields.inc({ call, field }),
    recordPaymentState: (state: string) => payments.inc({ state }),
    recordSettlement: (state: string) => settlements.inc({ state }),
    /** @param kind `none` if the message could not be read */
    recordWebhook: (kind: string, outcome: string) => webhooks.inc({ kind, outcome }),
    recordMail: (outcome: 'sent' | 'put-off' | 'unreachable' | 'given-up') => mails.inc({ outcome }),
    recordClockOffset: (seconds: number) => clockOffset.set(seconds),
    /** @param directive one of a fixed list, or `none` if the message was not read */
    recordCspReport: (directive: string, outcome: CspReportOutcome) => cspReports.inc({ directive, outcome }),
    recordRefusal: (reason: string) => refusals.inc({ reason }),
    recordLimitRefusal: (limit: string) => limitRefusals.inc({ limit }),
    /** Counts codes that turn away new visitors, and ignores others. */
    recordTurnedAway(code: string): void {
      const reason = TURNED_AWAY.find((each) => each === code);
      if (reason) turnedAway.inc({ reason });
    },
    recordIgnoredForwarding: () => ignoredForwarding.inc(),
    recordLetThrough: () => letThrough.inc(),
    recordWait: (ms: number) => waitSeconds.observe(ms / 1000),
    recordLostLogLine: () => lostLogLines.inc(),
    /** @param read returns undefined for an unknown size; the gauge has no value then */
    watchStoreRoom: (read: () => number | undefined) => watchStoreRoom(registry, read),
    /** Starts a timer, so tests do not call it. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    watchDependencies: (read: () => Promise<Readonly<Record<string, boolean>>>) => watchDependencies(registry, read),
    /** Only these gauges are missing while the store is down. */
    watchBacklog: (read: () => Promise<Backlog>) => watchBacklog(registry, read),
  };
}

function watchDependencies(registry: Registry, read: () => Promise<Readonly<Record<string, boolean>>>): void {
  new Gauge({
    name: 'joinery_dependency_up',
    help: 'Whether store, backend and payment provider respond to this process: 1 or 0.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, isAnswering] of Object.entries(await read()))
        this.set({ dependency }, Number(isAnswering));
    },
  });
}

function watchStoreRoom(registry: Registry, read: () => number | undefined): void {
  new Gauge({
    name: 'joinery_store_room_bytes',
    help: 'Free bytes on the disk of the store; no value with Postgres.',
    registers: [registry],
    collect() {
      this.remove();
      const bytes = read();
      if (bytes !== undefined) this.set(bytes);
    },
  });
}

function watchBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  let latest: Backlog | undefined;
  const refresh = cacheFor(BACKLOG_CACHE_MS, async () => {
    latest = undefined;
    latest = await read();
  });
  const readOnce = async () => {
    await refresh().catch(() => undefined);
    return latest;
  };
  const gauge = (
    name: string,
    help: string,
    select: (backlog: Backlog) => Readonly<Record<string, number>>,
    label = 'state',
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const backlog = await readOnce();
        this.reset();
        for (const [value, count] of Object.entries(backlog ? select(backlog) : {}))
          this.set({ [label]: value }, count);
      },
    });
  gauge(
    'joinery_payments_open',
    'Unfinished payments in the store; needs-operator waits for an operator. The same for every replica.',
    ({ payments }) => payments,
  );
  gauge(
    'joinery_payments_oldest_seconds',
    'Age of the oldest unfinished payment in the store; 0 without one. The same for every replica.',
    ({ oldestPayments }) => oldestPayments,
  );
  gauge(
    'joinery_mails',
    'Mails in the store that are waiting or given up. The same for every replica.',
    ({ mails }) => mails,
  );
  gauge(
    'joinery_settlements_waiting',
    'Submitted payments reported to an operator and not yet closed. The same for every replica.',
    ({ settlements }) => settlements,
  );
  gauge(
    'joinery_reconciliation_differences',
    "Differences between our orders and the provider's transactions, found by the last daily reconciliation. The same for every replica.",
    ({ reconciliation }) => reconciliation.differences,
    'kind',
  );
  new Gauge({
    name: 'joinery_mails_oldest_seconds',
    help: 'Age of the oldest waiting mail in the store; 0 without one. The same for every replica.',
    registers: [registry],
    async collect() {
      this.remove();
      const backlog = await readOnce();
      if (backlog) this.set(backlog.oldestMail);
    },
  });
  new Gauge({
    name: 'joinery_reconciliation_finished_timestamp_seconds',
    help: 'When the last daily reconciliation finished; 0 before the first. The same for every replica.',
    registers: [registry],
    async collect() {
      this.remove();
      const backlog = await readOnce();
      if (backlog) this.set(backlog.reconciliation.finishedAt);
    },
  });
}
