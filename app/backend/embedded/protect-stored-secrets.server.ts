import { sql } from 'kysely';
import type { EmbeddedContext } from './context';
import { resealColumn, resealHashes } from './people/seal-hashes.server';
import { FINAL_STATES } from './payments/attempts/attempt-states';
import { HASH_MARK, type CodeHashing } from './pricing/code-hashing.server';
import type { Db } from '~/store/store';

/** Batches per call. The next call continues, because a long call would block the store. */
const MAX_BATCHES = 25;

/** What `SESSION_SECRET` seals and no job deletes. The rest is gone 30 days after a new secret. */
const LASTING = ['sealed_answer', 'sealed_codes'].map((column) => ({
  table: 'backend_payment_attempts',
  key: 'order_id',
  column,
}));

/**
 * Hashes the activation codes that operators added, deletes those of finished payments, and re-seals what an earlier secret or pepper sealed
 * (docs/decisions/0048).
 */
export async function protectStoredSecrets({
  db,
  codeHashing,
  pepper,
  sealing,
  reportDamaged,
}: EmbeddedContext): Promise<void> {
  const jobs = [
    () => hashPlainCodes(db, codeHashing),
    () => forgetSpentCodes(db),
    ...resealHashes(db, pepper, reportDamaged),
    ...LASTING.map((column) => resealColumn(db, sealing, column, reportDamaged)),
  ];
  for (const job of jobs) {
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) if (!(await job())) break;
  }
}

/** Rows per statement or transaction. SQLite has one connection, so a long one blocks everything else. */
const BATCH_SIZE = 200;

/**
 * Deletes the sealed activation codes of the next finished attempts, which will spend no more codes. Several replicas may call it at once.
 *
 * @returns whether there may be more
 */
async function forgetSpentCodes(db: Db): Promise<boolean> {
  const finished = await db
    .updateTable('backend_payment_attempts')
    .set({ sealed_codes: null })
    .where('order_id', 'in', (from) =>
      from
        .selectFrom('backend_payment_attempts')
        .select('order_id')
        .where('sealed_codes', 'is not', null)
        .where('state', 'in', FINAL_STATES)
        .limit(BATCH_SIZE),
    )
    .returning('order_id')
    .execute();
  return finished.length === BATCH_SIZE;
}

/**
 * Hashes the next activation codes that an operator has added in plain. Several replicas may call it at once.
 *
 * @returns whether there may be more
 */
async function hashPlainCodes(db: Db, hashing: CodeHashing): Promise<boolean> {
  const rows = await db
    .selectFrom('backend_activation_codes')
    .select('code')
    .where(sql<boolean>`substr(code, 1, ${sql.lit(HASH_MARK.length)}) <> ${HASH_MARK}`)
    .orderBy('code')
    .limit(BATCH_SIZE)
    .execute();
  if (rows.length === 0) return false;
  await db.transaction().execute(async (transaction) => {
    for (const { code } of rows) await hashOne(transaction, hashing, code);
  });
  return rows.length === BATCH_SIZE;
}

async function hashOne(db: Db, hashing: CodeHashing, code: string): Promise<void> {
  const hashed = hashing.hash(code);
  const existing = await db
    .selectFrom('backend_activation_codes')
    .select('code')
    .where('code', '=', hashed)
    .executeTakeFirst();
  if (existing) await mergeInto(db, hashed, code);
  else await db.updateTable('backend_activation_codes').set({ code: hashed }).where('code', '=', code).execute();
}

/** Merges a code that was added again into its existing row, which counts as spent if either row is. */
async function mergeInto(db: Db, hashed: string, code: string): Promise<void> {
  const deleted = await db
    .deleteFrom('backend_activation_codes')
    .where('code', '=', code)
    .returning(['spent_at', 'spent_by'])
    .executeTakeFirst();
  if (!deleted?.spent_at) return;
  await db
    .updateTable('backend_activation_codes')
    .set({ spent_at: deleted.spent_at, spent_by: deleted.spent_by })
    .where('code', '=', hashed)
    .where('spent_at', 'is', null)
    .execute();
}
