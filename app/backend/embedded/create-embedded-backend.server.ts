import { createRouterClient } from '@orpc/server';
import type { RequestHandler } from 'express';
import type { BackendClient } from '~/backend/contract/client';
import type { DemoBackend } from '~/backend/demo';
import { createHttpHandler, type OnFailure } from '~/backend/http-handler.server';
import { recoverAttempts } from './payments/attempt-runner.server';
import { os, type EmbeddedContext, type EmbeddedOptions } from './context';
import { readBacklog, type Backlog } from './backlog.server';
import * as coupons from './operations/coupons.server';
import * as credentials from './operations/credentials.server';
import { createDemoBackend } from './demo/demo-queries.server';
import * as families from './operations/families.server';
import { insertFixtures } from './demo/fixtures.server';
import { removeInviteFixtureTokens } from './demo/invite-fixtures.server';
import { renew } from './operations/invite-renewal.server';
import * as invitedParents from './operations/invited-parents.server';
import * as invitedPayment from './operations/invited-payment.server';
import * as invites from './operations/invites.server';
import { limitTime } from './limit-time';
import * as lookups from './operations/lookups';
import { createOutboxWorker } from './mails/outbox-worker.server';
import * as optionLists from './operations/option-lists';
import * as packages from './operations/packages';
import * as parents from './operations/parents.server';
import { pay, payment } from './operations/registration-payment.server';
import { price } from './operations/pricing.server';
import * as pricingGroups from './operations/pricing-groups';
import * as professionals from './operations/professionals.server';
import { purgeExpired } from './purge.server';
import * as registrations from './operations/registrations.server';
import * as sessions from './operations/sessions.server';

/** The contract's operations, as they run in this process. */
export const embeddedRouter = os.router({
  registrations: {
    create: registrations.create,
    update: registrations.update,
    coupons: coupons.list,
    price,
    pay,
    payment,
  },
  sessions: { create: sessions.create },
  pricingGroups: { find: pricingGroups.find },
  packages: { list: packages.list },
  countryCriteria: { check: lookups.checkCountryCriteria },
  reference: { regions: lookups.regions, timezones: lookups.timezones },
  paymentClientToken: { get: lookups.clientToken },
  invites: { get: invites.get, renew },
  parents: {
    get: parents.get,
    update: invitedParents.update,
    agreeToTerms: invitedParents.agreeToTerms,
    setMarketingOptIn: invitedParents.setMarketingOptIn,
    checkCountry: invitedParents.checkCountry,
    price: invitedPayment.price,
    pay: invitedPayment.pay,
    payment: invitedPayment.payment,
  },
  credentials: { usernameAvailability: credentials.usernameAvailability, set: credentials.set },
  families: { setFlag: families.setFlag },
  lookups: { list: optionLists.list },
  professional: { validate: professionals.validate, create: professionals.create },
});

export interface EmbeddedBackend {
  client: BackendClient;
  /** The same operations as Express middleware, for the other side of HTTP. */
  serveHttp(onFailure: OnFailure): RequestHandler;
  /** Only in demo mode. */
  demo: DemoBackend | undefined;
  /** Resolves the payments that a killed process left behind: to be called at start and every minute. */
  recoverAttempts(): Promise<{ found: number; unfinished: number }>;
  /** Begins to send the mails that are due: to be called at start and every minute. */
  startMails(): void;
  /** The same, and resolves when they have been tried. */
  sendMails(): Promise<void>;
  /** Deletes what nobody can need any more: to be called now and then. @returns how many rows went */
  purge(): Promise<number>;
  /** How many payments stand open, and how many mails wait: for the metrics. */
  readBacklog(): Promise<Backlog>;
  /** Resolves once nothing is being written any more: to be called before the store is closed. */
  stop(): Promise<void>;
}

/**
 * The backend inside this process. Its tables are in the store already; in demo mode it puts the fixtures there.
 *
 * @param options where it keeps things, whom it asks for money, and what it is told of the world
 */
export async function createEmbeddedBackend({
  interceptors = [],
  ...options
}: EmbeddedOptions): Promise<EmbeddedBackend> {
  const context: EmbeddedContext = {
    timeoutMs: 10_000,
    answerWithin: 8_000,
    report: () => undefined,
    reportMail: () => undefined,
    paymentMoved: () => undefined,
    mailTried: () => undefined,
    ...options,
    livePayments: new Map(),
    mailsQueued: () => mails.start(),
  };
  const mails = createOutboxWorker(context);
  if (options.demo) await insertFixtures(options.db, options.clock);
  else await removeInviteFixtureTokens(options.db);
  return {
    client: createRouterClient(embeddedRouter, {
      context,
      interceptors: [...interceptors, limitTime(context.timeoutMs)],
    }),
    serveHttp: (onFailure) => createHttpHandler(embeddedRouter, { context, onFailure }),
    demo: options.demo ? createDemoBackend(context) : undefined,
    recoverAttempts: () => recoverAttempts(context),
    startMails: () => mails.start(),
    sendMails: () => mails.run(),
    purge: () => purgeExpired(options.db, options.clock),
    readBacklog: () => readBacklog(options.db),
    stop: () => mails.stop(),
  };
}
