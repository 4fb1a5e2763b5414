import { sql, type Kysely } from 'kysely';
import type { Sealing } from '~/lib/sealing.server';
import type { Schema } from '~/store/schema';
import { HASH_MARK, type CodeHashing } from './code-hashing.server';

/** Rows per transaction. SQLite has one connection, so a long transaction blocks everything else. */
const AT_ONCE = 200;

/**
 * Hashes the next activation codes that stand in plain: those of an older release, and those that an operator has added. Several
 * replicas may call it at once.
 *
 * @param pepper seals what a professional has to be able to read again
 * @returns whether there may be more
 */
export async function hashPlainCodes(db: Kysely<Schema>, hashing: CodeHashing, pepper: Sealing): Promise<boolean> {
  if (!hashing.hasBegun()) return false;
  const rows = await db
    .selectFrom('backend_activation_codes')
    .select('code')
    .where(sql<boolean>`substr(code, 1, ${sql.lit(HASH_MARK.length)}) <> ${HASH_MARK}`)
    .orderBy('code')
    .limit(AT_ONCE)
    .execute();
  if (rows.length === 0) return false;
  await db.transaction().execute(async (transaction) => {
    for (const { code } of rows) await hashOne(transaction, hashing, pepper, code);
  });
  return rows.length === AT_ONCE;
}

async function hashOne(db: Kysely<Schema>, hashing: CodeHashing, pepper: Sealing, code: string): Promise<void> {
  const hashed = hashing.hash(code);
  const twin = await db
    .selectFrom('backend_activation_codes')
    .select('code')
    .where('code', '=', hashed)
    .executeTakeFirst();
  if (twin) await mergeInto(db, hashed, code);
  else await db.updateTable('backend_activation_codes').set({ code: hashed }).where('code', '=', code).execute();
  await db
    .updateTable('backend_professional_codes')
    .set({ code: hashed, sealed_code: pepper.seal(code) })
    .where('code', '=', code)
    .execute();
}

/** A code that was added once more stays what it was, and is spent where either row is. */
async function mergeInto(db: Kysely<Schema>, hashed: string, code: string): Promise<void> {
  const again = await db
    .deleteFrom('backend_activation_codes')
    .where('code', '=', code)
    .returning(['spent_at', 'spent_by'])
    .executeTakeFirst();
  if (!again?.spent_at) return;
  await db
    .updateTable('backend_activation_codes')
    .set({ spent_at: again.spent_at, spent_by: again.spent_by })
    .where('code', '=', hashed)
    .where('spent_at', 'is', null)
    .execute();
}
