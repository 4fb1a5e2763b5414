import type { Kysely } from 'kysely';
import { canonicalActivationCode } from '~/domain/activation-code';
import type { Currency } from '~/domain/money';
import type { Schema } from '~/store/schema';

/**
 * Finds the usable ones among the typed codes, without repetitions.
 *
 * @returns the trimmed codes in the typed order, each with its value in minor units
 */
export async function findUsableCodes(
  db: Kysely<Schema>,
  typed: readonly string[],
  currency: Currency,
): Promise<{ code: string; amount: number }[]> {
  const wanted = new Map(typed.map((code) => [canonicalActivationCode(code), code.trim()]));
  if (wanted.size === 0) return [];
  const rows = await db
    .selectFrom('backend_activation_codes')
    .select(['code', 'amount'])
    .where('code', 'in', [...wanted.keys()])
    .where('currency', '=', currency)
    .where('spent_at', 'is', null)
    .execute();
  const amounts = new Map(rows.map(({ code, amount }) => [code, amount]));
  return [...wanted].flatMap(([canonical, code]) => {
    const amount = amounts.get(canonical);
    return amount === undefined ? [] : [{ code, amount }];
  });
}

/** Spends a code for an order. @returns false if the code was no longer available */
export async function spendCode(db: Kysely<Schema>, code: string, orderId: string, now: string): Promise<boolean> {
  const spent = await db
    .updateTable('backend_activation_codes')
    .set({ spent_at: now, spent_by: orderId })
    .where('code', '=', canonicalActivationCode(code))
    .where('spent_at', 'is', null)
    .returning('code')
    .executeTakeFirst();
  return spent !== undefined;
}
