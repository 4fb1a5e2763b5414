import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
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
}

/**
 * Reads the key of the store, and makes it where there is none yet. All processes get the same.
 *
 * @param pepper seals the key
 * @throws Error if the pepper is not that of the store
 */
export async function openCodeHashing(db: Kysely<Schema>, clock: Clock, pepper: Sealing): Promise<CodeHashing> {
  const { sealed_key } = (await findKey(db)) ?? (await createKey(db, clock, pepper));
  const key = openKey(pepper, sealed_key);
  const hash = (code: string) =>
    HASH_MARK + createHmac('sha256', key).update(canonicalActivationCode(code)).digest('base64url');
  return {
    hash,
    formsOf: (code) => [canonicalActivationCode(code), hash(code)],
  };
}

function findKey(db: Kysely<Schema>) {
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirst();
}

async function createKey(db: Kysely<Schema>, clock: Clock, pepper: Sealing) {
  await db
    .insertInto('backend_keys')
    .values({
      name: KEY_NAME,
      sealed_key: pepper.seal(randomBytes(32).toString('base64url')),
      created_at: clock.now().toISOString(),
    })
    // Another process may have been faster, and its key counts.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirstOrThrow();
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
