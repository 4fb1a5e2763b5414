import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { credentialsLinkOf } from '~/backend/embedded/mails/links';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Language } from '~/i18n/languages';
import { readAnswers } from './sections.server';
import { issueToken } from './tokens.server';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pause between two resent links, so that a double click sends one. */
const PAUSE_MS = 10 * MINUTE_MS;
/** Includes the first link, as for invites. */
const LINKS_A_DAY = 5;

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
  const { db, clock, storeClock, sealing, publicUrl } = context;
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
    const links = await transaction
      .selectFrom('backend_tokens')
      .select('created_at')
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'credentials')
      .orderBy('created_at', 'desc')
      .execute();
    const { now } = await storeClock.read(transaction);
    const sinceOf = (link: { created_at: string } | undefined) => now.getTime() - Date.parse(link?.created_at ?? '');
    if (!parent || links.filter((link) => sinceOf(link) < DAY_MS).length >= LINKS_A_DAY) return;
    if (links.length > 1 && sinceOf(links[0]) < PAUSE_MS) return;
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
