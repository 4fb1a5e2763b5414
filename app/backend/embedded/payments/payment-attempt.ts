import type { Selectable } from 'kysely';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import type { AttemptState } from './attempt-states';

/** A row of the attempt table. */
export type PaymentAttempt = Omit<Selectable<PaymentAttemptTable>, 'state'> & { state: AttemptState };
