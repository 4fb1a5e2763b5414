import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { canonicalActivationCode } from '~/domain/activation-code';
import type { Clock } from '~/domain/clock';
import type { Sealing } from '~/lib/sealing.server';
import { StartFault } from '~/lib/start-fault';
import type { Db } from '~/store/store';

const KEY_NAME = 'activation-codes';

/** The key's id, prefixed to each hash. Codes have no lower-case letters, so no code can be mistaken for a hash. */
export const HASH_MARK = 'k1.';

/** Hashes activation codes with a key, because they are guessable words (docs/decisions/0048). */
export interface CodeHashing {
  hash(code: string): string;
  /** The forms under which a code's row may be stored: the code itself, and its hash. */
  formsOf(code: string): [plain: string, hashed: string];
}

/**
 * Reads the store's key, or creates it. All processes get the same key.
 *
 * @param pepper seals the key
 * @throws StartFault if the pepper does not open the store's key
 */
export async function openCodeHashing(db: Db, clock: Clock, pepper: Sealing): Promise<CodeHashing> {
  const { sealed_key } = (await findKey(db)) ?? (await createKey(db, clock, pepper));
  const key = openKey(pepper, sealed_key);
  const hash = (code: string) =>
    HASH_MARK + createHmac('sha256', key).update(canonicalActivationCode(code)).digest('base64url');
  return {
    hash,
    formsOf: (code) => [canonicalActivationCode(code), hash(code)],
  };
}

function findKey(db: Db) {
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirst();
}

async function createKey(db: Db, clock: Clock, pepper: Sealing) {
  await db
    .insertInto('backend_keys')
    .values({
      name: KEY_NAME,
      sealed_key: pepper.seal(randomBytes(32).toString('base64url')),
      created_at: clock.now().toISOString(),
    })
    // Another process may have created the key first; then that key is used.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return db.selectFrom('backend_keys').selectAll().where('name', '=', KEY_NAME).executeTakeFirstOrThrow();
}

function openKey(pepper: Sealing, sealedKey: string): KeyObject {
  try {
    return createSecretKey(pepper.open(sealedKey), 'base64url');
  } catch {
    throw new StartFault(
      'pepper-wrong',
      'PEPPER, or the file pepper in the data folder, does not open this store. Restore the one it was written with',
    );
  }
}
