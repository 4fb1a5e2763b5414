import type { Kysely } from 'kysely';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { readRegistration } from '~/backend/embedded/people/registration.server';
import type { Schema } from '~/store/schema';

export interface PayerOfPayment {
  /** Null until the payment made one. */
  accountId: string | null;
  name: string;
  firstName: string;
  email: string;
  phone: string;
}

/** Who pays, or paid. Undefined where they were erased, or where a sign-up that came to nothing was deleted. */
export async function findPayer(
  db: Kysely<Schema>,
  { payer, signup_id }: Pick<PaymentAttempt, 'payer' | 'signup_id'>,
): Promise<PayerOfPayment | undefined> {
  const found = payer === 'invitation' ? await findInvited(db, signup_id) : await findRegistered(db, signup_id);
  if (!found?.parent) return undefined;
  const { firstName, lastName, email, phoneCountryCode, phoneNumber } = found.parent;
  return {
    accountId: found.accountId,
    name: `${firstName} ${lastName}`,
    firstName,
    email,
    phone: `${phoneCountryCode} ${phoneNumber}`,
  };
}

async function findRegistered(db: Kysely<Schema>, id: string) {
  const row = await db.selectFrom('backend_registrations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { accountId: row.account_id, parent: readRegistration(row).parent };
}

async function findInvited(db: Kysely<Schema>, id: string) {
  const row = await db.selectFrom('backend_invitations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { accountId: row.account_made_at === null ? null : row.id, parent: readInvitation(row).parent };
}
