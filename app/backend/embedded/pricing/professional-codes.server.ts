import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { findPackage } from './catalogue';

/** How many codes a new professional gets in the demo. */
const CODES = 3;

/** Leaves out letters and digits that are easily confused. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Adds a professional's activation codes, each worth a year of their country's smallest package. */
export async function insertClientCodes(db: Kysely<Schema>, professionalId: string, country: string): Promise<void> {
  const smallest = findPackage(country === 'GB' ? '2061' : '2011');
  if (!smallest) throw new Error('The smallest package is not sold');
  const { price, currency } = smallest;
  const codes = Array.from({ length: CODES }, makeCode);
  await db
    .insertInto('backend_activation_codes')
    .values(codes.map((code) => ({ code, amount: price, currency, spent_at: null, spent_by: null })))
    .execute();
  await db
    .insertInto('backend_professional_codes')
    .values(codes.map((code) => ({ code, professional_id: professionalId })))
    .execute();
}

/** 59 random bits, such as `PRO-7KQM-W2XD-9FHT`. */
function makeCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `PRO-${group()}-${group()}-${group()}`;
}
