import { findLanguage, isLanguage } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import {
  languagesForUnknownReader,
  type InvitedPerson,
  type InviteLanguages,
  type Inviter,
} from '~/backend/embedded/mails/invite-mail';
import { mailboxOf, readInvitation, type Invitation } from './invitation';
import { callingCodeOf, mailInvite } from './invite-co-parent.server';
import { findPayerWithoutPassword, mailPayer, PAID_PAUSE_MS } from './resend-credentials-link.server';
import { readAnswers } from './sections.server';
import { findTokenOwner, isOverLinkLimit, makeInviteWayBack } from './tokens.server';
import type { Db } from '~/store/store';

/** The pause between two requested links. */
const UNPAID_PAUSE_MS = 60 * 1000;

/**
 * Mails a new link to the owner of a token, which may have expired, unless a limit is reached. After the payment the link opens username
 * and password, and goes to the payer, whose mailbox has no limit.
 *
 * @throws Error if the store fails
 */
export async function renewInvite(
  context: EmbeddedContext,
  inviteToken: string,
  acceptLanguage?: string,
): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (transaction) => {
    const userId = await findTokenOwner(transaction, inviteToken);
    // The update locks the row, so that concurrent requests are counted one by one.
    const invitation = await transaction
      .updateTable('backend_invitations')
      .set({ updated_at: clock.now().toISOString() })
      .where('id', '=', userId ?? '')
      .where('completed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!invitation) return;
    // The payment mailed a link without a request, as the invite did.
    const { id: accountId, account_made_at: paidAt } = invitation;
    const pauseMs = paidAt === null ? UNPAID_PAUSE_MS : PAID_PAUSE_MS;
    const link = { accountId, purpose: 'invite', pauseMs, pausedSince: paidAt } as const;
    if (await isOverLinkLimit(transaction, context, link)) return;
    const languages = languagesOf(acceptLanguage, invitation.language);
    if (paidAt !== null) {
      const payer = await findPayerWithoutPassword(transaction, accountId);
      const [language] = languages;
      if (payer) await mailPayer(transaction, context, payer, { language, makeWayBack: makeInviteWayBack });
      return;
    }
    const invited = await findInvitedPerson(transaction, invitation, languages);
    if (invited) await mailInvite(transaction, context, invited);
  });
  context.mailsQueued();
}

/**
 * What the mail with a new link needs of an unpaid invitation.
 *
 * @param languages by default, those of the first mail
 * @returns undefined without an e-mail
 */
export async function findInvitedPerson(
  db: Db,
  invitation: Invitation,
  languages = languagesOf(undefined, invitation.language),
): Promise<Omit<InvitedPerson, 'token'> | undefined> {
  const recipient = mailboxOf(invitation);
  if (recipient === null) return undefined;
  const { parent, coParent } = readInvitation(invitation);
  return {
    userId: invitation.id,
    recipient,
    callingCode: callingCodeOf(parent ?? coParent),
    inviter: await findInviter(db, invitation),
    isPaid: invitation.is_subscription_paid === 1,
    languages,
  };
}

async function findInviter(db: Db, invitation: Invitation): Promise<Inviter | null> {
  const { professional } = readInvitation(invitation);
  if (professional) return { ...professional, isProfessional: true };
  const account = await db
    .selectFrom('backend_accounts')
    .select('answers')
    .where('family_id', '=', invitation.family_id)
    .where('id', '!=', invitation.id)
    .orderBy('created_at')
    .executeTakeFirst();
  const parent = account && readAnswers(account.answers).parent;
  return parent ? { firstName: parent.firstName, lastName: parent.lastName, isProfessional: false } : null;
}

/** The request has the invited person's language; the invitation has the inviter's. */
function languagesOf(acceptLanguage: string | undefined, inviters: string | null): InviteLanguages {
  return acceptLanguage === undefined && isLanguage(inviters)
    ? languagesForUnknownReader(inviters)
    : [findLanguage(acceptLanguage)];
}
