import type { Transaction } from 'kysely';
import { findLanguage, isLanguage } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { languagesForUnknownReader, type InviteLanguages, type Inviter } from '~/backend/embedded/mails/invite-mail';
import type { Schema } from '~/store/schema';
import { mailboxOf, readInvitation, type Invitation } from './invitation';
import { callingCodeOf, mailInvite } from './invite-co-parent.server';
import { readAnswers } from './sections.server';
import { findTokenOwner, isOverLinkLimit } from './tokens.server';

const MINUTE_MS = 60 * 1000;
/** The pause between two requested links. After the payment the link opens username and password. */
const PAUSE_MS = { unpaid: MINUTE_MS, paid: 10 * MINUTE_MS };

/**
 * Mails a new link to the owner of a token, which may have expired, unless a limit is reached.
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
    const recipient = mailboxOf(invitation);
    if (recipient === null) return;
    // The payment mailed a link without a request, as the invite did.
    const { id: accountId, account_made_at: paidAt } = invitation;
    const pauseMs = paidAt === null ? PAUSE_MS.unpaid : PAUSE_MS.paid;
    const link = { accountId, purpose: 'invite', pauseMs, pausedSince: paidAt } as const;
    if (await isOverLinkLimit(transaction, context, link)) return;
    const { parent, coParent } = readInvitation(invitation);
    const person = parent ?? coParent;
    await mailInvite(transaction, context, {
      userId: invitation.id,
      recipient,
      callingCode: callingCodeOf(person),
      inviter: await findInviter(transaction, invitation),
      isPaid: invitation.is_subscription_paid === 1,
      languages: languagesOf(acceptLanguage, invitation.language),
    });
  });
  context.mailsQueued();
}

async function findInviter(db: Transaction<Schema>, invitation: Invitation): Promise<Inviter | null> {
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
