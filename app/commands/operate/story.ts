import { sql } from 'kysely';
import { findHistory } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { orderIdPrefixesOf, orderNumberOf, readOrderNumber } from '~/domain/receipt/order-number';
import { createSealing } from '~/lib/sealing.server';
import { findSignUpEvents, type SignUpEvent, type StoryOwner } from '~/server/services/sign-up-story.server';
import { UsageError, type Command, type ExitCode, type Terminal } from './command';
import { findActions, recordAction, reportMissedActions, requireOperator, type Operator } from './operator';
import { money, time } from './payments/readable';
import { findPeople, findPersonalData, listOf, type PersonalData } from './personal-data';
import { findSessions } from './personal-sessions';
import { findSecrets, readStoreSettings, withStore } from './with-store';
import type { Db } from '~/store/store';

const MIN_LENGTH = 8;

const USAGE = `Usage: npm run story -- EMAIL|ORDER|REQUEST|SIGN_UP --by NAME [--why TEXT] [--json] [FOLDER]
Prints what happened to a visitor, oldest first: forms and refusals, sessions, payments, mails, links and operators' actions. ORDER is an order
number or id, REQUEST a request id or its end of at least ${MIN_LENGTH} characters, as error pages show it, and SIGN_UP the signUp of a log line.
Forms and refusals are kept for 30 days. Prints neither secrets nor cards. Requires SESSION_SECRET, and records who looked (npm run actions).
Exits with 1 if nothing is found.
In a release: node build/server/index.js story …`;

/** Prints one visitor's story. */
export const story: Command = {
  usage: USAGE,
  options: { by: { type: 'string' }, why: { type: 'string' }, json: { type: 'boolean' } },
  async run([about, folder, ...more], terminal, options) {
    if (!about || more.length > 0) throw new UsageError();
    if (!about.includes('@') && about.length < MIN_LENGTH)
      throw new UsageError(`"${about}" is too short to search for.`);
    const operator = requireOperator(options);
    const settings = readStoreSettings(terminal, folder);
    const secrets = await findSecrets(settings, settings.dataDir);
    if (secrets.length === 0)
      throw new Error('SESSION_SECRET is required to find a visitor. Set it as in .env.example.');
    return withStore({ ...settings, readonly: false }, terminal, (db) =>
      printStory(db, { about, secrets, operator, isJson: options.json === true }, terminal),
    );
  },
};

interface StoryRequest {
  about: string;
  secrets: string[];
  operator: Operator;
  isJson: boolean;
}

interface Entry {
  /** ISO 8601. */
  at: string;
  what: 'form' | 'page' | 'session' | 'payment' | 'mail' | 'link' | 'account' | 'operator';
  text: string;
  signUp?: string;
  requestId?: string;
}

async function printStory(
  db: Db,
  { about, secrets, operator, isJson }: StoryRequest,
  terminal: Terminal,
): Promise<ExitCode> {
  const { clock, print } = terminal;
  const owner = await findOwner(db, about);
  const events = owner ? await findSignUpEvents(db, secrets, owner) : [];
  const email = owner?.email;
  const personEntries = [
    ...events.map(entryOfEvent),
    ...(email === undefined ? [] : await entriesOfPerson(db, email, secrets)),
  ];
  const entries =
    personEntries.length === 0 || email === undefined
      ? personEntries
      : [...personEntries, ...(await actionsOn(db, email, secrets))];
  if (entries.length > 0) await reportMissedActions(db, secrets, terminal);
  entries.sort((one, other) => one.at.localeCompare(other.at));
  const [secret = ''] = secrets;
  await recordAction(
    db,
    { clock, operator, secret },
    { action: 'story-read', about: email ?? about, count: entries.length },
  );
  if (isJson) print(JSON.stringify({ email: email ?? null, entries }, null, 2));
  else if (entries.length === 0) print('Nothing is stored about this visitor.');
  else print([`About ${email ?? 'a visitor without a known e-mail'}, in UTC:`, ...entries.map(lineOf)].join('\n'));
  return entries.length > 0 ? 0 : 1;
}

/** The person to whom an e-mail, order, request or sign-up belongs. */
async function findOwner(db: Db, about: string): Promise<StoryOwner | undefined> {
  if (about.includes('@')) return { email: about, ids: await findPeople(db, about) };
  const orders = await findOrders(db, about);
  const event = await findEvent(db, about, orders);
  const owner = event && {
    signUps: [event.sign_up],
    emailDigest: event.email ?? (await findOnlyDigest(db, event)),
  };
  const ids = owner ? personsOf(await findSignUpEvents(db, [], owner)) : [];
  const email = await findEmail(db, [...orders.map(({ signup_id }) => signup_id), ...ids]);
  if (email !== undefined) return { email, ids: await findPeople(db, email) };
  return owner && { ...owner, ids };
}

/** The e-mail of a sign-up's later events, if they all have the same one. */
async function findOnlyDigest(db: Db, { sign_up }: SignUpEvent): Promise<string | undefined> {
  const digests = await db
    .selectFrom('sign_up_events')
    .select('email')
    .distinct()
    .where('sign_up', '=', sign_up)
    .where('email', 'is not', null)
    .execute();
  return digests.length === 1 ? (digests[0]?.email ?? undefined) : undefined;
}

function personsOf(events: readonly SignUpEvent[]): string[] {
  return events.flatMap(({ person }) => person ?? []);
}

async function findOrders(db: Db, about: string) {
  const number = readOrderNumber(about);
  const prefixes = number === undefined ? [] : orderIdPrefixesOf(number);
  return db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'signup_id'])
    .where(({ or, eb }) =>
      or([eb('order_id', '=', about), ...prefixes.map((prefix) => sql<boolean>`order_id like ${`${prefix}%`}`)]),
    )
    .execute();
}

/** The last event of a request, a reference, or an order. */
async function findEvent(db: Db, about: string, orders: { order_id: string }[]): Promise<SignUpEvent | undefined> {
  const candidates = [about, readOrderNumber(about) ?? about, ...orders.map(({ order_id }) => order_id)];
  const isId = /^[\w-]+$/.test(about);
  return db
    .selectFrom('sign_up_events')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('sign_up', '=', about),
        eb('order_id', 'in', candidates),
        ...(isId ? [sql<boolean>`request_id like ${`%${about.replace(/_/g, '!_')}`} escape '!'`] : []),
      ]),
    )
    .orderBy('at', 'desc')
    .executeTakeFirst();
}

/** The first stored e-mail of these people. */
async function findEmail(db: Db, persons: readonly string[]): Promise<string | undefined> {
  const ids = listOf(persons);
  for (const table of ['backend_accounts', 'backend_registrations', 'backend_invitations'] as const) {
    const row = await db.selectFrom(table).select('email').where('id', 'in', ids).executeTakeFirst();
    if (row?.email) return row.email;
  }
  return undefined;
}

async function entriesOfPerson(db: Db, email: string, secrets: string[]): Promise<Entry[]> {
  const found = await findPersonalData(db, [email]);
  const payments = await Promise.all(found.paymentAttempts.map((attempt) => entriesOfPayment(db, attempt)));
  return [
    ...found.registrations.map(({ created_at: at, id }): Entry => ({
      at,
      what: 'account',
      text: `sign-up ${id} created`,
    })),
    ...found.accounts.map(({ created_at: at, id }): Entry => ({ at, what: 'account', text: `account ${id} created` })),
    ...found.invitations.map(({ created_at: at, id }): Entry => ({ at, what: 'account', text: `invited as ${id}` })),
    ...found.invitations.flatMap(({ completed_at: at, id }): Entry[] =>
      at === null ? [] : [{ at, what: 'account', text: `invite ${id} completed` }],
    ),
    ...payments.flat(),
    ...found.mails.flatMap(entriesOfMail),
    ...found.tokens.flatMap(({ purpose, created_at, expires_at, used_at }): Entry[] => [
      { at: created_at, what: 'link', text: `${purpose} link created, valid until ${time(expires_at)}` },
      ...(used_at === null ? [] : [{ at: used_at, what: 'link' as const, text: `${purpose} link used` }]),
    ]),
    ...(await entriesOfSessions(db, email, secrets)),
  ];
}

async function entriesOfPayment(
  db: Db,
  { order_id, number, amount, currency }: PersonalData['paymentAttempts'][number],
): Promise<Entry[]> {
  const name = `order ${orderNumberOf(order_id)} (${order_id}), attempt ${number}`;
  const settlement = await db
    .selectFrom('backend_settlements')
    .select(['state', 'refunded', 'updated_at'])
    .where('order_id', '=', order_id)
    .executeTakeFirst();
  const history = (await findHistory(db, order_id)).map(({ at, from_state, to_state, reason, by }): Entry => {
    const step = from_state === to_state ? `still ${to_state}` : to_state;
    const amountText = from_state === null ? ` of ${money(amount, currency)}` : '';
    return {
      at,
      what: 'payment',
      text: `${name}${amountText}: ${step}${reason === null ? '' : ` (${reason})`}, by ${by}`,
    };
  });
  if (!settlement) return history;
  const refunded = settlement.refunded > 0 ? `, ${money(settlement.refunded, currency)} refunded` : '';
  const text = `${name}: ${settlement.state} at the provider${settlement.state === 'refund-failed' ? '' : refunded}`;
  return [...history, { at: settlement.updated_at, what: 'payment', text }];
}

function entriesOfMail({
  kind,
  created_at,
  sent_at,
  given_up_at,
  tries,
  last_failure,
}: PersonalData['mails'][number]): Entry[] {
  const failure = last_failure === null ? '' : `: ${last_failure}`;
  return [
    {
      at: created_at,
      what: 'mail',
      text: `${kind} queued${(sent_at ?? given_up_at) ? '' : `, tried ${tries} times${failure}`}`,
    },
    ...(sent_at === null ? [] : [{ at: sent_at, what: 'mail' as const, text: `${kind} sent` }]),
    ...(given_up_at === null ? [] : [{ at: given_up_at, what: 'mail' as const, text: `${kind} given up${failure}` }]),
  ];
}

async function entriesOfSessions(db: Db, email: string, secrets: string[]): Promise<Entry[]> {
  const { ids } = await findSessions(db, createSealing(secrets, 'session'), [email]);
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', 'in', listOf(ids))
    .execute();
  return rows.map(({ created_at, expires_at }) => ({
    at: created_at,
    what: 'session',
    text: `session started, stored until ${time(expires_at)}`,
  }));
}

async function actionsOn(db: Db, email: string, secrets: string[]): Promise<Entry[]> {
  return (await findActions(db, secrets, email)).map(({ at, action, by, why }) => ({
    at,
    what: 'operator',
    text: `${action} by ${by}${why === null ? '' : ` (${why})`}`,
  }));
}

function entryOfEvent({ at, sign_up, request_id, method, path, status, led_to, reason, ...event }: SignUpEvent): Entry {
  const outcome = reason === null ? `${status}` : `${status} ${reason}`;
  const payment = event.order_id === null ? '' : `, order ${orderNumberOf(event.order_id)}`;
  const attempt = event.attempt === null ? '' : `, attempt ${event.attempt}`;
  return {
    at,
    what: method === 'POST' ? 'form' : 'page',
    text: `${method} ${path}: ${outcome}${led_to === null ? '' : `, to ${led_to}`}${payment}${attempt}`,
    signUp: sign_up,
    requestId: request_id,
  };
}

function lineOf({ at, what, text, signUp, requestId }: Entry): string {
  const ids = requestId === undefined ? [] : [`[${signUp} ${requestId}]`];
  return [time(at), what.padEnd(8), text, ...ids].join('  ');
}
