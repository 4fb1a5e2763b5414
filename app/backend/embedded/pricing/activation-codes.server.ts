import { randomInt } from 'node:crypto';
import { canonicalActivationCode } from '~/domain/activation-code';
import type { Currency } from '~/domain/money';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { CodeHashing } from './code-hashing.server';
import { findPackage } from './catalogue';
import type { Db } from '~/store/store';

/**
 * Finds the usable codes among the typed ones, without repetitions.
 *
 * @returns the trimmed codes in the typed order, each with its value in minor units
 */
export async function findUsableCodes(
  db: Db,
  hashing: CodeHashing,
  typed: readonly string[],
  currency: Currency,
): Promise<{ code: string; amount: number }[]> {
  const wanted = new Map(typed.map((code) => [canonicalActivationCode(code), code.trim()]));
  if (wanted.size === 0) return [];
  const codes = [...wanted].map(([canonical, code]) => ({ code, forms: hashing.formsOf(canonical) }));
  const rows = await db
    .selectFrom('backend_activation_codes')
    .select(['code', 'amount', 'currency', 'spent_at'])
    .where(
      'code',
      'in',
      codes.flatMap(({ forms }) => forms),
    )
    .execute();
  return codes.flatMap(({ code, forms }) => {
    const own = rows.filter((row) => forms.includes(row.code));
    // If an operator adds a code again after it was hashed, it has two rows until the next job. It counts only once.
    const usable = own.every(({ spent_at }) => spent_at === null) ? own[0] : undefined;
    return usable?.currency === currency ? [{ code, amount: usable.amount }] : [];
  });
}

/** Spends a code for an order. @returns false if the code was no longer available */
export async function spendCode(
  db: Db,
  hashing: CodeHashing,
  code: string,
  { orderId, now }: { orderId: string; now: string },
): Promise<boolean> {
  const forms = hashing.formsOf(code);
  const spent = await db
    .updateTable('backend_activation_codes')
    .set({ spent_at: now, spent_by: orderId })
    .where('code', 'in', forms)
    .where('spent_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('backend_activation_codes as same')
            .select('same.code')
            .where('same.code', 'in', forms)
            .where('same.spent_at', 'is not', null),
        ),
      ),
    )
    .returning('code')
    .executeTakeFirst();
  return spent !== undefined;
}

interface NewCode {
  code: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  spentAt: string | null;
}

/** Adds codes, and leaves existing ones unchanged. */
export async function insertCodes(db: Db, hashing: CodeHashing, codes: readonly NewCode[]): Promise<void> {
  const known = await db
    .selectFrom('backend_activation_codes')
    .select('code')
    .where(
      'code',
      'in',
      codes.flatMap(({ code }) => hashing.formsOf(code)),
    )
    .execute();
  const isNew = ({ code }: NewCode) => !known.some((row) => hashing.formsOf(code).includes(row.code));
  const values = codes.filter(isNew).map(({ code, amount, currency, spentAt }) => ({
    code: hashing.hash(code),
    amount,
    currency,
    spent_at: spentAt,
    spent_by: null,
  }));
  if (values.length === 0) return;
  await db
    .insertInto('backend_activation_codes')
    .values(values)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** How many codes a new professional gets in the demo. */
const CODES = 3;

/** Leaves out letters and digits that are easily confused. */
// cspell:ignore abcdefghjkmnpqrstuvwxyz
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Adds a professional's activation codes, each worth a year of their country's smallest package. */
export async function insertClientCodes(
  db: Db,
  { codeHashing, pepper }: EmbeddedContext,
  professionalId: string,
  country: string,
): Promise<void> {
  const smallest = findPackage(country === 'GB' ? '2061' : '2011');
  if (!smallest) throw new Error('The smallest package is not sold');
  const { price: amount, currency } = smallest;
  const codes = Array.from({ length: CODES }, makeActivationCode);
  await insertCodes(
    db,
    codeHashing,
    codes.map((code) => ({ code, amount, currency, spentAt: null })),
  );
  await db
    .insertInto('backend_professional_codes')
    .values(
      codes.map((code) => ({
        code: codeHashing.hash(code),
        professional_id: professionalId,
        sealed_code: pepper.seal(code),
      })),
    )
    .execute();
}

/** 79 random bits, such as `PRO-7KQM-W2XD-9FHT-C3NV`. */
export function makeActivationCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `PRO-${group()}-${group()}-${group()}-${group()}`;
}
