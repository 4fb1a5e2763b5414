import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';

export const CLOSINGS: Readonly<
  Record<'settled' | 'voided' | 'refunded' | 'again', { withOrder: string | null; withoutOrder: string | null }>
>;

export function closePayment(
  db: Kysely<Schema>,
  closing: { verb: string; orderId: string; now: Date },
): Promise<{ text: string; code: 0 | 1 | 2 }>;
