import { createHmac, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { canonicalActivationCode } from '~/domain/activation-code';
import type { Clock } from '~/domain/clock';
import type { Sealing } from '~/lib/sealing.server';
import type { Schema } from '~/store/schema';

const KEY_NAME = 'activation-codes';

/** The key's id, before each hash. A code has no small letter, so no code can be taken for a hash. */
export const HASH_MARK = 'k1.';

/** Hashes activation codes with a key, because they are words that can be guessed (docs/decisions/0048). */
export interface CodeHashing {
  hash(code: string): string;
  /** What a code's row may be found by: the code itself, and its hash. */
  formsOf(code: string): [plain: string, hashed: string];
  /** False while processes of the release before may be working, which find codes in plain only. */
  hasBegun(): boolean;
}

/**
 * Reads the key of the store, and makes it where there is none yet. All processes get the same.
 *
 * @param pepper seals the key
 * @param overlapMs how long after an upgrade processes of the release before may be working; a store that is new has none
 * @throws Error if the pepper is not that of the store
 */
export async function openCodeHashing(
  db: Kysely<Schema>,
  clock: Clock,
  pepper: Sealing,
  overlapMs: number,
): Promise<CodeHashing> {
  const { sealed_key, used_from } = (await findKey(db)) ?? (await createKey(db, clock, pepper, overlapMs));
  const key = openKey(pepper, sealed_key);
  const hash = (code: string) =>
    HASH_MARK + createHmac('sha256', key).update(canonicalActivationCode(code)).digest('base64url');
  return {
    hash,
    formsOf: (code) => [canonicalActivationCode(code), hash(code)],
    hasBegun: () => clock.now().toISOString() >= used_from,
  };
}

function findKey(db: Kysely<Schema>) {
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirst();
}

async function createKey(db: Kysely<Schema>, clock: Clock, pepper: Sealing, overlapMs: number) {
  const now = clock.now();
  const usedFrom = (await wasUsedBefore(db)) ? new Date(now.getTime() + overlapMs) : now;
  await db
    .insertInto('backend_keys')
    .values({
      name: KEY_NAME,
      sealed_key: pepper.seal(randomBytes(32).toString('base64url')),
      used_from: usedFrom.toISOString(),
      created_at: now.toISOString(),
    })
    // Another process may have been faster, and its key counts.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirstOrThrow();
}

/** Whether a release without the key has written to this store. */
async function wasUsedBefore(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id from backend_accounts limit 1) as account
    union all select id from (select id from backend_registrations limit 1) as registration
    union all select code from (select code from backend_activation_codes limit 1) as activation`.execute(db);
  return rows.length > 0;
}

function openKey(pepper: Sealing, sealedKey: string): Buffer {
  try {
    return Buffer.from(pepper.open(sealedKey), 'base64url');
  } catch (cause) {
    throw new Error('Neither PEPPER nor the file pepper of the data folder is what this store was written with', {
      cause,
    });
  }
}
