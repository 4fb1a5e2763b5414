import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Clock } from '~/domain/clock';
import { normaliseEmail } from '~/domain/email';
import type { OperatorActionTable, Schema } from '~/store/schema';
import type { Operator } from './operator';

interface Action {
  action: OperatorActionTable['action'];
  /** The e-mail or address; only a digest of it is kept. */
  about: string;
  /** How many sessions, links, counters or rows. */
  count: number;
}

/**
 * Writes down what an operator did. Call it in the transaction of what it tells.
 *
 * @param secret the first of the site's
 */
export async function recordAction(
  db: Kysely<Schema>,
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
 * The newest first.
 *
 * @param about the e-mail or address to look for; all actions without it
 * @param secrets all of the site's, because the first may have been another one then
 */
export function findActions(db: Kysely<Schema>, secrets: readonly string[], about: string | undefined) {
  const all = db.selectFrom('operator_actions').selectAll().orderBy('at', 'desc').limit(1000);
  if (about === undefined) return all.execute();
  return all
    .where(
      'about',
      'in',
      secrets.map((secret) => digestOf(secret, about)),
    )
    .execute();
}

function digestOf(secret: string, about: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'joinery operator actions', 32));
  return createHmac('sha256', key).update(normaliseEmail(about)).digest('base64url');
}
