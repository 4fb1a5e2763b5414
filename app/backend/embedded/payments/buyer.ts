import type { Kysely } from 'kysely';
import type { WayBack } from '~/backend/embedded/mails/receipt-mail';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { CoParentBody, ParentBody } from '~/backend/embedded/people/json-columns';
import type { Schema } from '~/store/schema';

/** Whose order a paid attempt becomes, read and held within the transaction that registers it. */
export interface Buyer {
  userId: string;
  familyId: string;
  parent: ParentBody;
  /** Whom they named as the other parent; an invited co-parent names nobody. */
  coParent: CoParentBody | null;
  isDuplicateConfirmed: boolean;
  /** Makes the account, and what goes with it. @returns false when the e-mail has an account by now */
  makeAccount(db: Kysely<Schema>, answer: PaymentAnswer): Promise<boolean>;
  /** Where the receipt mail leads back to, with a token made for it. */
  wayBack(db: Kysely<Schema>, answer: PaymentAnswer): Promise<WayBack>;
}
