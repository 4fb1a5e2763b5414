import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toLanguage } from '~/i18n/languages';
import type { Schema } from '~/store/schema';
import { insertAccount } from '~/backend/embedded/people/accounts.server';
import type { Buyer } from './buyer';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { readRegistration } from '~/backend/embedded/people/registration.server';
import { credentialsLinkOf } from '~/backend/embedded/mails/credentials-link';
import { inviteCoParent } from '~/backend/embedded/people/invite-co-parent.server';
import { readAttempt, type PaymentAttempt } from './attempts/payment-attempt';

/** Claims a sign-up. The parent gets an account and a family, and the named co-parent is invited. */
export async function claimRegistration(
  db: Kysely<Schema>,
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  now: string,
): Promise<Buyer> {
  const userId = randomUUID();
  const familyId = randomUUID();
  // The update comes first to lock the row, so that nobody changes the sign-up between this read and its use.
  const registration = await db
    .updateTable('backend_registrations')
    .set({ account_id: userId, updated_at: now })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { request } = readAttempt(attempt);
  const { parent, coParent, address } = readRegistration(registration);
  const isDuplicateConfirmed = registration.parent_duplicate_confirmed === 1 || request.parentDuplicateConfirmed;
  return {
    userId,
    familyId,
    parent,
    address,
    coParent,
    isDuplicateConfirmed,
    async makeAccount(db) {
      await db
        .insertInto('backend_families')
        .values({ id: familyId, children: registration.children, first_time_setup: 1, created_at: now })
        .execute();
      const isMade = await insertAccount(db, {
        id: userId,
        family_id: familyId,
        email: registration.email,
        isDuplicateConfirmed,
        profile: registration.parent,
        address: registration.address,
        referral: registration.referral,
        marketing_opt_in: Number(request.marketingOptIn),
        agreed_to_terms: 1,
        created_at: now,
      });
      if (!isMade) return false;
      if (coParent) {
        await inviteCoParent(db, context, {
          familyId,
          coParent,
          inviter: { firstName: parent.firstName, lastName: parent.lastName, isProfessional: false },
          paidPackageId: request.payForCoparent ? request.order.packageId : null,
          language: toLanguage(attempt.language),
        });
      }
      return true;
    },
    async wayBack(_db, { clickToJoinToken }) {
      return Promise.resolve(credentialsLinkOf(context.publicUrl, clickToJoinToken, userId));
    },
  };
}
