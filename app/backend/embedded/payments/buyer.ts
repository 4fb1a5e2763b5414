import type { Kysely } from 'kysely';
import type { WayBack } from '~/backend/embedded/mails/credentials-mail';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { AddressBody, CoParentBody, ParentBody } from '~/backend/embedded/people/json-columns';
import type { Schema } from '~/store/schema';

/** The customer an order is created for. The row is locked by the transaction that registers the order. */
export interface Buyer {
  userId: string;
  familyId: string;
  parent: ParentBody;
  /** Where the order is billed to. */
  address: AddressBody | null;
  /** Null for an invited co-parent. */
  coParent: CoParentBody | null;
  isDuplicateConfirmed: boolean;
  /** Makes the account and its related rows. @returns false if the e-mail now has an account */
  makeAccount(db: Kysely<Schema>, answer: FullPaymentAnswer): Promise<boolean>;
  /** Makes the link of the mail for setting username and password, with a new token. */
  wayBack(db: Kysely<Schema>, answer: FullPaymentAnswer): Promise<WayBack>;
}
