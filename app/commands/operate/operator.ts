import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '~/domain/clock';
import { normaliseEmail } from '~/domain/email';
import { deriveKey, keyId, KEY_ID_LENGTH } from '~/lib/sealing.server';
import type { Db } from '~/store/store';
import type { OperatorActionTable } from '~/store/schema';
import { UsageError, type OptionValues, type Terminal } from './command';

/** The options of every command that changes something. */
export const CHANGE_OPTIONS = {
  by: { type: 'string' },
  why: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** The options of a command that deletes something. */
export const LOSS_OPTIONS = { ...CHANGE_OPTIONS, yes: { type: 'boolean' } } as const;

export const CHANGE_USAGE = `--by NAME and --why TEXT are recorded with the action and cannot be changed later: write nothing about a customer there.
--dry-run prints what would be done, and changes nothing.`;
export const LOSS_USAGE = `${CHANGE_USAGE}
Asks for confirmation; --yes skips it, and is required without a terminal.`;

const MAX_ACTIONS = 1000;
const MAX_NAME = 80;
const MAX_WHY = 300;
// A process name contains a colon, and a line break could forge another entry.
const NAME = /^[^:\p{Cc}]+$/u;
const LINE = /^\P{Cc}+$/u;

/** The operator who runs a command, as recorded. */
export interface Operator {
  by: string;
  why: string | null;
}

/** @throws UsageError without a name, or with a text that a record cannot contain */
export function requireOperator({ by, why }: OptionValues): Operator {
  if (typeof by !== 'string' || by.trim() === '') throw new UsageError('--by NAME is required: who runs this command?');
  const name = by.trim();
  if (name.length > MAX_NAME || !NAME.test(name)) {
    throw new UsageError(`--by must be a name of up to ${MAX_NAME} characters, without a colon.`);
  }
  const reason = typeof why === 'string' ? why.trim() : '';
  if (reason.length > MAX_WHY || (reason !== '' && !LINE.test(reason))) {
    throw new UsageError(`--why must be one line of up to ${MAX_WHY} characters.`);
  }
  return { by: name, why: reason || null };
}

/** Called before the command starts. @throws UsageError without `--yes` and without a terminal for the confirmation */
export function requireTerminalOrYes({ ask }: Terminal, { yes }: OptionValues): void {
  if (yes !== true && !ask) throw new UsageError('No terminal to confirm at. Pass --yes.');
}

/**
 * Asks for confirmation before something is deleted.
 *
 * @param expected what the operator must type
 * @returns false if something else was typed, or without a terminal
 */
export async function askToConfirm(
  { ask, print }: Terminal,
  { yes }: OptionValues,
  { what, expected }: { what: string; expected: string },
): Promise<boolean> {
  if (yes === true) return true;
  const typed = await ask?.(`${what}\nType ${expected} to continue: `);
  if (typed?.trim() === expected) return true;
  print('Nothing was changed.');
  return false;
}

interface Action {
  action: OperatorActionTable['action'];
  /** An e-mail or address; only its digest is stored. */
  about: string;
  /** The number of sessions, links, counters or rows. */
  count: number;
}

/**
 * Records an operator's action. Call it in the transaction of that action.
 *
 * @param secret the site's first secret
 */
export async function recordAction(
  db: Db,
  { clock, operator, secret }: { clock: Clock; operator: Operator; secret: string },
  { action, about, count }: Action,
): Promise<void> {
  const { by, why } = operator;
  await db
    .insertInto('operator_actions')
    .values({
      id: randomUUID(),
      at: clock.now().toISOString(),
      by,
      action,
      about: digestOf(secret, about),
      count,
      why,
    })
    .execute();
}

/**
 * Newest first.
 *
 * @param about the e-mail or address to filter by; undefined for all actions
 * @param secrets all of the site's secrets, because the first one may have changed since
 */
export function findActions(db: Db, secrets: readonly string[], about: string | undefined) {
  const all = db.selectFrom('operator_actions').selectAll().orderBy('at', 'desc').limit(MAX_ACTIONS);
  if (about === undefined) return all.execute();
  return all
    .where(
      'about',
      'in',
      // Earlier builds stored no key id.
      secrets.flatMap((secret) => [digestOf(secret, about), hmacOf(secret, about)]),
    )
    .execute();
}

/** Counts the recorded actions by secret. `findActions` misses the unknown ones. Leaves out those of earlier builds, which stored no key id. */
export async function countActionsBySecret(
  db: Db,
  secrets: readonly string[],
): Promise<{ bySecret: number[]; unknown: number }> {
  const prefixes = secrets.map((secret) => prefixOf(secret));
  const rows = await db
    .selectFrom('operator_actions')
    .select(({ fn }) => [
      sql<string>`substr(about, 1, ${sql.lit(KEY_ID_LENGTH + 1)})`.as('prefix'),
      fn.countAll<number>().as('count'),
    ])
    .where('about', 'like', '%.%')
    .groupBy('prefix')
    .execute();
  const sumOf = (isCounted: (prefix: string) => boolean) =>
    rows.reduce((sum, { prefix, count }) => sum + (isCounted(prefix) ? Number(count) : 0), 0);
  return {
    bySecret: prefixes.map((one) => sumOf((prefix) => prefix === one)),
    unknown: sumOf((prefix) => !prefixes.includes(prefix)),
  };
}

/** Reports actions that a search for an e-mail or address misses. @returns whether there are any */
export async function reportMissedActions(db: Db, secrets: readonly string[], { printError }: Terminal) {
  const { unknown: missed } = await countActionsBySecret(db, secrets);
  if (missed > 0)
    printError(
      `${missed} actions were recorded under an unknown secret, so some may be missing here. Add earlier secrets to SESSION_SECRET.`,
    );
  return missed > 0;
}

/**
 * Finds operators' actions in the histories of payments, newest first.
 *
 * @param orderId undefined for all payments
 */
export async function findPaymentActions(db: Db, orderId: string | undefined) {
  const all = db
    .selectFrom('backend_payment_history')
    .select(['order_id', 'number', 'at', 'by', 'reason'])
    // Only process names contain a colon.
    .where('by', 'not like', '%:%')
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(MAX_ACTIONS);
  const lines = await (orderId === undefined ? all : all.where('order_id', '=', orderId)).execute();
  return lines.map(({ order_id, number, at, by, reason }) => ({
    id: `${order_id}/${number}`,
    at,
    by,
    action: 'payment' as const,
    about: order_id,
    count: 1,
    why: reason,
  }));
}

function digestOf(secret: string, about: string): string {
  return prefixOf(secret) + hmacOf(secret, about);
}

function prefixOf(secret: string): string {
  return `${keyId(secret, 'operator actions')}.`;
}

function hmacOf(secret: string, about: string): string {
  return createHmac('sha256', deriveKey(secret, 'operator actions')).update(normaliseEmail(about)).digest('base64url');
}
