import type { Transaction } from 'kysely';
import { findLanguage, isLanguage } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { languagesForUnknownReader, type InviteLanguages, type Inviter } from '~/backend/embedded/mails/invite-mail';
import type { Schema } from '~/store/schema';
import { mailboxOf, readInvitation, type Invitation } from './invitation';
import { callingCodeOf, mailInvite } from './invite-co-parent.server';
import { readAnswers } from './sections.server';
import { findTokenOwner } from './tokens.server';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pause between two requested links, so that a double click sends one. After the payment the link opens username and password. */
const PAUSE_MS = { unpaid: MINUTE_MS, paid: 10 * MINUTE_MS };
/** Includes the first link. A higher limit would allow strangers to flood a mailbox. */
const LINKS_A_DAY = 5;

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
  const { db, clock, storeClock } = context;
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
    const links = await transaction
      .selectFrom('backend_tokens')
      .select('created_at')
      .where('account_id', '=', invitation.id)
      .where('purpose', '=', 'invite')
      .orderBy('created_at', 'desc')
      .execute();
    if (isLimited(links, invitation, (await storeClock.read(transaction)).now)) return;
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

/** @param links the newest first */
function isLimited(links: { created_at: string }[], { account_made_at: paidAt }: Invitation, now: Date): boolean {
  const isWithin = (ms: number, link: { created_at: string }) => now.getTime() - Date.parse(link.created_at) < ms;
  if (links.filter((link) => isWithin(DAY_MS, link)).length >= LINKS_A_DAY) return true;
  // The first link came without a request, with the invite or with the payment.
  const [newest, first] = links.filter(({ created_at }) => paidAt === null || created_at >= paidAt);
  return (
    newest !== undefined && first !== undefined && isWithin(paidAt === null ? PAUSE_MS.unpaid : PAUSE_MS.paid, newest)
  );
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
