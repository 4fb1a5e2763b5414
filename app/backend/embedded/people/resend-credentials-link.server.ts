import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { credentialsLinkOf } from '~/backend/embedded/mails/links';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Language } from '~/i18n/languages';
import { readAnswers } from './sections.server';
import { isOverLinkLimit, issueToken } from './tokens.server';

/** The pause between two resent links. */
const PAUSE_MS = 10 * 60 * 1000;

/**
 * Mails another link for setting username and password to a parent who has paid, unless they are set or a limit is reached. Earlier links
 * stay valid.
 *
 * @throws Error if the store fails
 */
export async function resendCredentialsLink(
  context: EmbeddedContext,
  signupId: string,
  language: Language,
): Promise<void> {
  const { db, clock, sealing, publicUrl } = context;
  await db.transaction().execute(async (transaction) => {
    // The update locks the row, so that concurrent requests are counted one by one.
    const registration = await transaction
      .updateTable('backend_registrations')
      .set({ updated_at: clock.now().toISOString() })
      .where('id', '=', signupId)
      .where('account_id', 'is not', null)
      .returning('account_id')
      .executeTakeFirst();
    const account = await transaction
      .selectFrom('backend_accounts')
      .innerJoin('backend_orders', 'backend_orders.account_id', 'backend_accounts.id')
      .select(['backend_accounts.id', 'email', 'answers', 'backend_orders.id as orderId'])
      .where('backend_accounts.id', '=', registration?.account_id ?? '')
      .where('password_hash', 'is', null)
      .orderBy('backend_orders.created_at', 'desc')
      .executeTakeFirst();
    if (!account) return;
    const { parent, address } = readAnswers(account.answers);
    const link = { accountId: account.id, purpose: 'credentials', pauseMs: PAUSE_MS } as const;
    if (!parent || (await isOverLinkLimit(transaction, context, link))) return;
    const token = await issueToken(transaction, context, 'credentials', account.id);
    const mail = makeCredentialsMail(context, {
      recipient: account.email,
      firstName: parent.firstName,
      country: address?.country ?? 'US',
      orderId: account.orderId,
      language,
      wayBack: credentialsLinkOf(publicUrl, token, account.id),
    });
    await queueMail(transaction, clock, sealing, mail);
  });
  context.mailsQueued();
}
