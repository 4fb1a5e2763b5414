import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { findPackage } from './catalogue';

/** How many clients a new professional of the demo can hand a code to. */
const CODES = 3;

/** Without letters and digits that are taken for one another when a code is read out. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Makes activation codes for a professional's clients, each worth a year of the smallest package where they practise. */
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
