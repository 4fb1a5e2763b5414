import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Schema } from '~/store/schema';
import { insertCodes, storedForm } from './activation-codes.server';
import { findPackage } from './catalogue';

/** How many codes a new professional gets in the demo. */
const CODES = 3;

/** Leaves out letters and digits that are easily confused. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Adds a professional's activation codes, each worth a year of their country's smallest package. */
export async function insertClientCodes(
  db: Kysely<Schema>,
  { codeHashing, pepper }: EmbeddedContext,
  professionalId: string,
  country: string,
): Promise<void> {
  const smallest = findPackage(country === 'GB' ? '2061' : '2011');
  if (!smallest) throw new Error('The smallest package is not sold');
  const { price: amount, currency } = smallest;
  const codes = Array.from({ length: CODES }, makeCode);
  await insertCodes(
    db,
    codeHashing,
    codes.map((code) => ({ code, amount, currency, spentAt: null })),
  );
  await db
    .insertInto('backend_professional_codes')
    .values(
      codes.map((code) => ({
        code: storedForm(codeHashing, code),
        professional_id: professionalId,
        sealed_code: codeHashing.hasBegun() ? pepper.seal(code) : null,
      })),
    )
    .execute();
}

/** 59 random bits, such as `PRO-7KQM-W2XD-9FHT`. */
function makeCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `PRO-${group()}-${group()}-${group()}`;
}
