import { normaliseEmail } from '~/domain/email';
import type { SubscriptionStatus } from '~/domain/people';
import type { Db } from '~/store/open-store.server';

/** `current` for the e-mail of an open invitation whose subscription somebody has paid, so that nobody pays twice. */
export async function findSubscriptionStatus(db: Db, email: string): Promise<SubscriptionStatus> {
  const paid = await db
    .selectFrom('backend_invitations')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .where('is_subscription_paid', '=', 1)
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return paid ? 'current' : 'none';
}
