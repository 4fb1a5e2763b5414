import { hostname } from 'node:os';
import { createRouterClient } from '@orpc/server';
import type { RequestHandler } from 'express';
import type { BackendClient } from '~/backend/contract/contract';
import type { DemoBackend } from '~/backend/demo';
import { createHttpHandler, type OnFailure } from '~/backend/http-handler.server';
import { createRecovery, type RecoveryRound } from './payments/attempts/recovery.server';
import { os, type EmbeddedContext, type EmbeddedOptions } from './context';
import * as accounts from './operations/accounts.server';
import { createDemoBackend } from './demo/demo-queries.server';
import { insertFixtures } from './demo/fixtures.server';
import { refuseDemoStore, refuseRealStore } from './demo/invite-fixtures.server';
import * as invites from './operations/invites.server';
import { limitTime } from '~/backend/limit-time';
import * as lookups from './operations/lookups';
import { ageOfOldestMail, countUnsentMails } from './mails/outbox.server';
import { createOutboxWorker } from './mails/outbox-worker.server';
import * as offers from './operations/offers';
import * as parents from './operations/parents.server';
import { countOpenPayments } from './payments/attempts/attempt-store.server';
import { readLastReconciliation, type LastReconciliation } from './payments/settlement/known-differences.server';
import { receiveNotice, type ReceivedNotice } from './payments/settlement/receive-notice.server';
import { createSettlementRounds } from './payments/settlement/settlement-rounds.server';
import { countWaitingSettlements } from './payments/settlement/settlement-store.server';
import { refuseTestOrders } from './payments/test-orders.server';
import * as professionals from './operations/professionals.server';
import { openCodeHashing } from './pricing/code-hashing.server';
import { protectStoredSecrets } from './protect-stored-secrets.server';
import { purgeExpired } from './purge.server';
import * as registrations from './operations/registrations.server';
import { ATTEMPT_STATES } from './payments/attempts/attempt-states';
import { SETTLEMENT_STATES } from './payments/settlement/settlement-states';
import { keysOf } from '~/domain/keys-of';
import { findTimeToPurge } from '~/store/store-clock.server';

const embeddedRouter = os.router({
  registrations: {
    create: registrations.create,
    update: registrations.update,
    discard: registrations.discard,
    coupons: registrations.coupons,
    price: registrations.price,
    pay: registrations.pay,
    payment: registrations.payment,
    resendLink: registrations.resendLink,
  },
  sessions: { create: accounts.signIn },
  pricingGroups: { find: offers.findPricingGroup },
  packages: { list: offers.listPackages },
  countryCriteria: { check: offers.checkCriteria },
  reference: { regions: lookups.regions, timezones: lookups.timezones },
  paymentClientToken: { get: offers.clientToken },
  invites: { get: invites.get, renew: invites.renew },
  parents: {
    get: parents.get,
    update: parents.update,
    agreeToTerms: parents.agreeToTerms,
    setMarketingOptIn: parents.setMarketingOptIn,
    checkCountry: parents.checkCountry,
    price: parents.price,
    pay: parents.pay,
    payment: parents.payment,
  },
  credentials: { usernameAvailability: accounts.usernameAvailability, set: accounts.setCredentials },
  families: { setFlag: accounts.setFlag },
  lookups: { list: lookups.list },
  professional: { validate: professionals.validate, create: professionals.create },
});

export interface EmbeddedBackend {
  client: BackendClient;
  /** Express middleware that serves the same operations over HTTP. */
  serveHttp(onFailure: OnFailure): RequestHandler;
  /** Only in demo mode. */
  demo: DemoBackend | undefined;
  /** Resolves the payments that a killed process left unfinished. Call it at start and every minute; rounds never overlap. */
  recoverAttempts(): Promise<RecoveryRound>;
  /** Starts following submitted payments. Call it at start and every minute. */
  followSettlements(): void;
  /** Like `followSettlements`, but resolves after the round. */
  runSettlementRound(): Promise<void>;
  /** The receiver of the payment provider's messages. Undefined if the provider sends no messages. */
  openWebhooks(): BackendWebhooks | undefined;
  /** Starts sending the due mails. Call it at start and every minute. */
  startMails(): void;
  /** Like `startMails`, but resolves after the round. */
  sendMails(): Promise<void>;
  /**
   * Deletes expired data, hashes activation codes that operators added, and re-seals values of an earlier pepper. Call it regularly.
   * @returns the number of deleted rows
   */
  purge(): Promise<number>;
  /** Every state that `paymentMoved` and `settlementMoved` can receive. */
  states: { payments: readonly string[]; settlements: readonly string[] };
  /**
   * Counts for the metrics: unfinished payments and waiting mails, the age of the oldest of each in seconds, and the payments that wait
   * for an operator.
   */
  readBacklog(): Promise<{
    payments: Record<string, number>;
    oldestPayments: Record<string, number>;
    mails: Record<'waiting' | 'given-up', number>;
    oldestMail: number;
    settlements: Record<string, number>;
    reconciliation: LastReconciliation;
  }>;
  /** Resolves after the last write. Call it before the store is closed. */
  stop(): Promise<void>;
}

export interface BackendWebhooks {
  /** @throws Error if the provider must resend the message */
  receive(form: URLSearchParams): Promise<ReceivedNotice>;
  /** Responds to the provider's check that this address is ours. Undefined if the query is not such a check. */
  answerChallenge(query: URLSearchParams): Promise<string | undefined>;
}

/** The provider's share of a call's timeout. The rest leaves time to return "outcome unknown". */
const PROVIDER_SHARE = 0.8;

/**
 * Creates the backend inside this process. The tables must exist. Demo mode adds the fixtures.
 *
 * @throws StartFault for a demo's store outside demo mode, for a real site's in it, and for one with test orders where real cards buy
 */
export async function createEmbeddedBackend({
  interceptors = [],
  ...options
}: EmbeddedOptions): Promise<EmbeddedBackend> {
  await (options.demo ? refuseRealStore(options.db) : refuseDemoStore(options.db));
  if (!options.acceptsTestCards) await refuseTestOrders(options.db);
  const context: EmbeddedContext = {
    acceptsTestCards: false,
    limitsMails: true,
    answerWithin: options.timeoutMs * PROVIDER_SHARE,
    processName: `${hostname()}:${process.pid}`,
    report: () => undefined,
    reportMail: () => undefined,
    reportDamaged: () => undefined,
    paymentMoved: () => undefined,
    paymentInHand: () => undefined,
    settlementMoved: () => undefined,
    reportReconciliation: () => undefined,
    mailTried: () => undefined,
    ...options,
    codeHashing: await openCodeHashing(options.db, options.clock, options.pepper),
    livePayments: new Map(),
    payCalls: new Set(),
    workingOn: new Set(),
    metAt: new Map(),
    providerAnswered: () => undefined,
    mailsQueued: () => mails.start(),
  };
  const mails = createOutboxWorker(context);
  const recovery = createRecovery(context);
  const settlements = createSettlementRounds(context);
  if (options.demo) await insertFixtures(options.db, options.clock, context.codeHashing);
  return {
    client: createRouterClient(embeddedRouter, {
      context,
      interceptors: [...interceptors, limitTime(() => context.timeoutMs)],
    }),
    serveHttp: (onFailure) => createHttpHandler(embeddedRouter, { context, onFailure }),
    demo: options.demo ? createDemoBackend(context) : undefined,
    recoverAttempts: () => recovery.run(),
    followSettlements: () => settlements.start(),
    runSettlementRound: () => settlements.run(),
    openWebhooks() {
      const { webhooks } = context.charging;
      return (
        webhooks && {
          receive: (form) => receiveNotice(context, form),
          answerChallenge: (query) => webhooks.answerChallenge(query),
        }
      );
    },
    startMails: () => mails.start(),
    sendMails: () => mails.run(),
    async purge() {
      const now = await findTimeToPurge(options.storeClock, options.db);
      const deleted = now === undefined ? 0 : await purgeExpired(options.db, now);
      await protectStoredSecrets(context);
      return deleted;
    },
    async readBacklog() {
      const { now } = await options.storeClock.read(options.db);
      const { counts, oldest } = await countOpenPayments(options.db, now);
      return {
        payments: counts,
        oldestPayments: oldest,
        mails: await countUnsentMails(options.db, now),
        oldestMail: await ageOfOldestMail(options.db, now),
        settlements: await countWaitingSettlements(options.db),
        reconciliation: await readLastReconciliation(options.db),
      };
    },
    states: { payments: keysOf(ATTEMPT_STATES), settlements: keysOf(SETTLEMENT_STATES) },
    stop: async () => void (await Promise.all([mails.stop(), recovery.stop(), settlements.stop()])),
  };
}
