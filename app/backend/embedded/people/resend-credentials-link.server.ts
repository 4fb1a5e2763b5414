import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { toLanguage, type Language } from '~/i18n/languages';
import { professionalColumn, selectProfessionals } from './professional-record.server';
import { mailProfessional } from './register-professional.server';
import { readAnswers } from './sections.server';
import { isOverLinkLimit, makeCredentialsWayBack, makeInviteWayBack, type LinkSender } from './tokens.server';
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
  const { db, clock } = context;
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
    await mailPayer(transaction, context, payer, { language, makeWayBack: makeCredentialsWayBack });
  });
  context.mailsQueued();
}

type Payer = NonNullable<Awaited<ReturnType<typeof findPayerWithoutPassword>>>;

/** Queues a mail with a new link for setting username and password. Earlier links stay valid. */
export async function mailPayer(
  db: Db,
  context: LinkSender,
  payer: Payer,
  { language, makeWayBack }: { language: Language; makeWayBack: typeof makeCredentialsWayBack },
): Promise<void> {
  const wayBack = await makeWayBack(db, context, payer.accountId);
  const mail = makeCredentialsMail(context, { ...payer, language, wayBack, isRenewed: true });
  await queueMail(db, context.sealing, mail, { now: wayBack.issuedAt });
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

/**
 * Queues a mail with a new link for the owner of an account without a password, as a payer or professional gets it at first, and in the same
 * language.
 *
 * @returns false if the account has a password by now
 */
export async function mailLinkToOwner(db: Db, sender: LinkSender, accountId: string): Promise<boolean> {
  const payer = await findPayerWithoutPassword(db, accountId);
  if (payer) {
    const makeWayBack = (await isInvited(db, accountId)) ? makeInviteWayBack : makeCredentialsWayBack;
    await mailPayer(db, sender, payer, { language: await languageOfPayment(db, payer.orderId), makeWayBack });
    return true;
  }
  const professional = await selectProfessionals(db)
    .where('account_id', '=', accountId)
    .where('password_hash', 'is', null)
    .executeTakeFirst();
  if (!professional) return false;
  await mailProfessional(db, sender, professional, await languageOfRegistration(db, professional.answers));
  return true;
}

async function isInvited(db: Db, userId: string): Promise<boolean> {
  const invitation = db.selectFrom('backend_invitations').select('id').where('id', '=', userId);
  return (await invitation.executeTakeFirst()) !== undefined;
}

async function languageOfPayment(db: Db, orderId: string): Promise<Language> {
  const attempt = db.selectFrom('backend_payment_attempts').select('language').where('order_id', '=', orderId);
  return toLanguage((await attempt.executeTakeFirst())?.language ?? null);
}

/** Only the mail has the language. It is kept as long as its link is valid. @param answers JSON, with the e-mail as the mail spells it */
async function languageOfRegistration(db: Db, answers: string): Promise<Language> {
  const mail = await db
    .selectFrom('backend_mails')
    .select('language')
    .where('kind', '=', 'professional')
    .where('recipient', '=', professionalColumn.read(answers).email)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return toLanguage(mail?.language ?? null);
}
