import { findLanguage, isLanguage, type Language } from '~/i18n/languages';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { mailboxOf, readInvitation } from './invitation';
import { mailInvite } from './invite-co-parent.server';
import { findTokenOwner } from './tokens.server';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Includes the first link. A higher limit would allow somebody to be pestered. */
const LINKS_A_DAY = 5;

/**
 * Mails a new link to the owner of a token, unless the day's limit is reached. The token may have expired. @throws Error if the store does
 * not answer
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
    const { count } = await transaction
      .selectFrom('backend_tokens')
      .select((select) => select.fn.countAll().as('count'))
      .where('account_id', '=', invitation.id)
      .where('purpose', '=', 'invite')
      .where('created_at', '>', new Date(clock.now().getTime() - DAY_MS).toISOString())
      .executeTakeFirstOrThrow();
    if (Number(count) >= LINKS_A_DAY) return;
    const { parent, coParent } = readInvitation(invitation);
    await mailInvite(transaction, context, {
      userId: invitation.id,
      recipient,
      firstName: (parent ?? coParent).firstName,
      language: languageOf(acceptLanguage, invitation.language),
    });
  });
  context.mailsQueued();
}

/** The request's language, or else the invitation's. */
function languageOf(acceptLanguage: string | undefined, invited: string | null): Language {
  return acceptLanguage === undefined && isLanguage(invited) ? invited : findLanguage(acceptLanguage);
}
