import type { Kysely } from 'kysely';
import type { AttemptState } from '~/backend/embedded/attempt-states';
import type { Schema } from './store/schema';

export const CLOSINGS: Readonly<
  Record<
    'settled' | 'voided' | 'refunded' | 'again',
    { withOrder: AttemptState | null; withoutOrder: AttemptState | null }
  >
>;

export function closePayment(
  db: Kysely<Schema>,
  closing: { verb: string; orderId: string; now: Date },
): Promise<{ text: string; code: 0 | 1 | 2 }>;
