import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { credentialsLinkOf } from '~/backend/embedded/mails/links';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Language } from '~/i18n/languages';
import { readAnswers } from './sections.server';
import { isOverLinkLimit, issueToken } from './tokens.server';
import type { Db } from '~/store/store';

/** The pause between two requested links to username and password. */
export const PAID_PAUSE_MS = 10 * 60 * 1000;

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
    const payer = await findPayerWithoutPassword(transaction, registration?.account_id ?? '');
    if (!payer) return;
    const { accountId } = payer;
    if (await isOverLinkLimit(transaction, context, { accountId, purpose: 'credentials', pauseMs: PAID_PAUSE_MS }))
      return;
    const { token, issuedAt: now } = await issueToken(transaction, context, 'credentials', accountId);
    const wayBack = credentialsLinkOf(publicUrl, token, accountId);
    await queueMail(transaction, sealing, makeCredentialsMail(context, { ...payer, language, wayBack }), { now });
  });
  context.mailsQueued();
}

/** The payer of an account without a password, as their mails need them. */
export async function findPayerWithoutPassword(db: Db, accountId: string) {
  const account = await db
    .selectFrom('backend_accounts')
    .innerJoin('backend_orders', 'backend_orders.account_id', 'backend_accounts.id')
    .select(['email', 'answers', 'backend_orders.id as orderId'])
    .where('backend_accounts.id', '=', accountId)
    .where('password_hash', 'is', null)
    .orderBy('backend_orders.created_at', 'desc')
    .executeTakeFirst();
  if (!account) return undefined;
  const { email: recipient, orderId } = account;
  const { parent, address } = readAnswers(account.answers);
  return parent && { accountId, recipient, firstName: parent.firstName, country: address?.country ?? 'US', orderId };
}
