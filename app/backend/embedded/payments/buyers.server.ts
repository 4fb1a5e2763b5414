import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '~/domain/email';
import { toLanguage } from '~/i18n/languages';
import { insertAccount } from '~/backend/embedded/people/accounts.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { readRegistration } from '~/backend/embedded/people/registration.server';
import { credentialsLinkOf } from '~/backend/embedded/mails/links';
import { inviteCoParent } from '~/backend/embedded/people/invite-co-parent.server';
import { childrenColumn } from '~/backend/embedded/people/family-members.server';
import { restoreAnswers, withoutFamily } from '~/backend/embedded/people/sections.server';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { insertInvitedAccount } from '~/backend/embedded/people/invited-account.server';
import { makeInviteWayBack } from '~/backend/embedded/people/tokens.server';
import type { WayBack } from '~/backend/embedded/mails/credentials-mail';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { AddressBody, CoParentBody, ParentBody } from '~/backend/schemas/people';
import { readAttempt, type PaymentAttempt } from './attempts/payment-attempt';
import type { Db, Tx } from '~/store/store';

/** The customer of an order. The transaction that registers the order locks the row. */
export interface Buyer {
  userId: string;
  familyId: string;
  parent: ParentBody;
  /** The billing address. */
  address: AddressBody | null;
  /** Null for an invited co-parent. */
  coParent: CoParentBody | null;
  isDuplicateConfirmed: boolean;
  /** The payer knows that the co-parent's e-mail has an account. */
  isCoParentConfirmed: boolean;
  /**
   * Makes the account and its related rows.
   *
   * @param inviteDelayMs until the co-parent's invite may be sent
   * @returns false if the e-mail already has an account
   */
  makeAccount(db: Tx, inviteDelayMs: number): Promise<boolean>;
  /** Makes the link for setting username and password, with a new token. */
  wayBack(db: Db, answer: FullPaymentAnswer): Promise<WayBack>;
}

/** Claims a sign-up. The parent gets an account and a family; the named co-parent is invited. @returns undefined if it was deleted */
export async function claimRegistration(
  db: Db,
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  now: string,
): Promise<Buyer | undefined> {
  const userId = randomUUID();
  const familyId = randomUUID();
  // The update comes first to lock the row, so that the sign-up cannot change before it is used.
  const registration = await db
    .updateTable('backend_registrations')
    .set({ account_id: userId, updated_at: now })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirst();
  const { request } = readAttempt(attempt);
  const { answers } = request;
  if (!registration || answers === undefined) return undefined;
  const { parent, coParent, children, address } = readRegistration({ answers });
  const isDuplicateConfirmed = registration.parent_duplicate_confirmed === 1 || request.parentDuplicateConfirmed;
  return {
    userId,
    familyId,
    parent,
    address,
    coParent,
    isDuplicateConfirmed,
    isCoParentConfirmed: registration.co_parent_duplicate_confirmed === 1 || request.coParentDuplicateConfirmed,
    async makeAccount(db, inviteDelayMs) {
      await db
        .insertInto('backend_families')
        .values({
          id: familyId,
          children: childrenColumn.write(children),
          // docs/rules.md, "Paying for the co-parent". The payer's browser may never ask for it.
          first_time_setup: Number(!request.payForCoparent),
          created_at: now,
        })
        .execute();
      const isMade = await insertAccount(db, {
        id: userId,
        family_id: familyId,
        email: normaliseEmail(parent.email),
        isDuplicateConfirmed,
        answers: withoutFamily(answers),
        marketing_opt_in: Number(request.marketingOptIn),
        agreed_to_terms: 1,
        created_at: now,
      });
      if (!isMade) return false;
      // Another tab may have stored other details since. Operators' commands read them here.
      await db
        .updateTable('backend_registrations')
        .set({
          email: normaliseEmail(parent.email),
          answers: restoreAnswers(registration.answers, answers).answers,
        })
        .where('id', '=', registration.id)
        .execute();
      if (coParent) {
        await inviteCoParent(db, context, {
          familyId,
          coParent,
          inviter: { firstName: parent.firstName, lastName: parent.lastName, isProfessional: false },
          paidPackageId: request.payForCoparent ? request.order.packageId : null,
          language: toLanguage(attempt.language),
          delayMs: inviteDelayMs,
        });
      }
      return true;
    },
    async wayBack(_db, { clickToJoinToken }) {
      return Promise.resolve(credentialsLinkOf(context.publicUrl, clickToJoinToken, userId));
    },
  };
}

/** Claims an invitation. The co-parent gets the account reserved for them, in the inviter's family. @returns undefined if it was deleted */
export async function claimInvitation(
  db: Db,
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  now: string,
): Promise<Buyer | undefined> {
  // The update comes first to lock the row, so that the details cannot change before they are used.
  const stored = await db
    .updateTable('backend_invitations')
    .set({ updated_at: now })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirst();
  const { request } = readAttempt(attempt);
  if (!stored || request.answers === undefined) return undefined;
  // Another browser with the invite may have stored other details since.
  const paid = restoreAnswers(stored.answers, request.answers);
  const invitation = { ...stored, ...paid };
  const { parent, address } = readInvitation(invitation);
  if (!parent) throw new Error('The invitation was paid for without contact details');
  return {
    userId: invitation.id,
    familyId: invitation.family_id,
    parent,
    address,
    coParent: null,
    isCoParentConfirmed: false,
    isDuplicateConfirmed: invitation.parent_duplicate_confirmed === 1 || request.parentDuplicateConfirmed,
    async makeAccount(db) {
      await db.updateTable('backend_invitations').set(paid).where('id', '=', invitation.id).execute();
      return insertInvitedAccount(db, context, invitation, {
        now,
        isDuplicateConfirmed: request.parentDuplicateConfirmed,
        marketingOptIn: request.marketingOptIn,
      });
    },
    wayBack: (db) => makeInviteWayBack(db, context, invitation.id),
  };
}
