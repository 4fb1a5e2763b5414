import { removePerson } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { changeAnswers, LOST_ANSWER, withoutPerson } from '~/backend/embedded/payments/attempts/payment-attempt';
import { childrenColumn } from '~/backend/embedded/people/family-members.server';
import { withoutChildEmails, withoutCoParent, withoutEmails } from '~/backend/embedded/people/sections.server';
import { normaliseEmail } from '~/domain/email';
import { tryOpen, type Sealing } from '~/lib/sealing.server';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import {
  findOpenPayments,
  listOf,
  lockPayers,
  readPersonalData,
  type PersonalData,
  type PersonalIds,
} from './personal-data';
import { removeAnswers } from './personal-links';
import type { Tx } from '~/store/store';

/**
 * Deletes a person's data from the store. The law requires us to keep payments and orders. So their amounts, dates, transaction, country
 * and region stay, without data that identifies the person. Call it first in its transaction (docs/decisions/0008).
 *
 * @param ids found before the transaction
 * @param sealing the backend's, because a parent's sealed payment response names the co-parent
 * @returns what was found, and the order ids of open payments; if there are any, nothing was deleted
 */
export async function erasePersonalData(
  db: Tx,
  { emails, ids, sealing }: { emails: readonly string[]; ids: PersonalIds; sealing: Sealing },
): Promise<{ found: PersonalData; open: string[] }> {
  await lockPayers(db, {
    registrations: [...ids.registrations, ...ids.toldByOthers],
    invitations: [...ids.invitations, ...ids.familyInvitations, ...ids.typedIntoInvites],
  });
  const found = await readPersonalData(db, emails, ids);
  const open = await findOpenPayments(db, found, ids);
  if (open.length > 0) return { found, open };
  await removePersonFromPayments(db, found);
  await removeTypedAnswers(db, found);
  for (const { id } of found.toldByOthers) {
    await changeRegistration(db, id, withoutCoParent);
    await removeCoParentFromAnswers(db, id, sealing);
  }
  const wanted = new Set(emails.map(normaliseEmail));
  const isTheirs = (email: string) => wanted.has(normaliseEmail(email));
  for (const { of, id } of found.childEntries) {
    if (of === 'registration') await changeRegistration(db, id, (answers) => withoutChildEmails(answers, isTheirs));
    else await removeChildEmailsFromFamily(db, id, isTheirs);
  }
  await removeRows(db, found);
  for (const { id } of found.families) await removeEmptyFamily(db, id, ids.familyInvitations);
  return { found, open };
}

async function removePersonFromPayments(db: Tx, { orders, paymentAttempts }: PersonalData): Promise<void> {
  for (const { id, pricing, receipt } of orders) {
    await db
      .updateTable('backend_orders')
      .set({ pricing: withoutPerson(pricing), receipt: withoutCard(receipt) })
      .where('id', '=', id)
      .execute();
  }
  for (const attempt of paymentAttempts) await removePerson(db, attempt);
}

/** The invite and its links stay, because they are another person's. Its payments failed; they may contain the typed address. */
async function removeTypedAnswers(db: Tx, { typedIntoInvites }: PersonalData): Promise<void> {
  const invites = listOf(typedIntoInvites.map(({ id }) => id));
  await removeAnswers(db, invites);
  const attempts = db.selectFrom('backend_payment_attempts').select(['order_id', 'pricing', 'request']);
  for (const attempt of await attempts.where('signup_id', 'in', invites).execute()) await removePerson(db, attempt);
}

/** Changes the answers of a sign-up, and their copies in its payments. */
async function changeRegistration(db: Tx, id: string, change: (answers: string) => string): Promise<void> {
  // The update comes first to lock the row.
  const { answers } = await db
    .updateTable('backend_registrations')
    .set({ id })
    .where('id', '=', id)
    .returning('answers')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('backend_registrations')
    .set({ answers: change(answers) })
    .where('id', '=', id)
    .execute();
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'request'])
    .where('signup_id', '=', id)
    .execute();
  for (const { order_id, request } of attempts) {
    await db
      .updateTable('backend_payment_attempts')
      .set({ request: changeAnswers(request, change) })
      .where('order_id', '=', order_id)
      .execute();
  }
}

/** The payment responses of a sign-up name the co-parent. */
async function removeCoParentFromAnswers(db: Tx, signupId: string, sealing: Sealing): Promise<void> {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'sealed_answer'])
    .where('signup_id', '=', signupId)
    .execute();
  for (const { order_id, sealed_answer } of rows) {
    if (sealed_answer === null) continue;
    await db
      .updateTable('backend_payment_attempts')
      .set({ sealed_answer: withoutCoParentInAnswer(sealed_answer, sealing) })
      .where('order_id', '=', order_id)
      .execute();
  }
}

async function removeChildEmailsFromFamily(db: Tx, id: string, isTheirs: (email: string) => boolean): Promise<void> {
  // The update comes first to lock the row.
  const { children } = await db
    .updateTable('backend_families')
    .set({ id })
    .where('id', '=', id)
    .returning('children')
    .executeTakeFirstOrThrow();
  const kept = withoutEmails(childrenColumn.read(children), isTheirs);
  await db
    .updateTable('backend_families')
    .set({ children: childrenColumn.write(kept) })
    .where('id', '=', id)
    .execute();
}

async function removeRows(db: Tx, found: PersonalData): Promise<void> {
  const idsOf = (rows: readonly { id: string }[]) => listOf(rows.map(({ id }) => id));
  const accounts = idsOf(found.accounts);
  const tokens = listOf(found.tokens.map(({ token_hash }) => token_hash));
  await db.deleteFrom('backend_professional_codes').where('professional_id', 'in', accounts).execute();
  await db.deleteFrom('backend_professionals').where('account_id', 'in', accounts).execute();
  await db.deleteFrom('backend_tokens').where('token_hash', 'in', tokens).execute();
  await db.deleteFrom('backend_mails').where('id', 'in', idsOf(found.mails)).execute();
  await removeInvitations(db, idsOf(found.invitations));
  await db.deleteFrom('backend_registrations').where('id', 'in', idsOf(found.registrations)).execute();
  await db.deleteFrom('backend_accounts').where('id', 'in', accounts).execute();
}

/** Their mails may wait for an address that was typed into them, and their links would open nothing. */
async function removeInvitations(db: Tx, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('backend_mails').where('invitation_id', 'in', ids).execute();
  await db.deleteFrom('backend_invitations').where('id', 'in', ids).execute();
}

/**
 * Children and unaccepted invites belong to the family, so they are deleted with its last account. The invites' mails name the inviter.
 */
async function removeEmptyFamily(db: Tx, id: string, invitations: readonly string[]): Promise<void> {
  const member = await db.selectFrom('backend_accounts').select('id').where('family_id', '=', id).executeTakeFirst();
  if (member) return;
  const unaccepted = await db
    .selectFrom('backend_invitations')
    .select('id')
    .where('id', 'in', listOf(invitations))
    .where('family_id', '=', id)
    .execute();
  const ids = listOf(unaccepted.map((invitation) => invitation.id));
  await db.deleteFrom('backend_tokens').where('account_id', 'in', ids).execute();
  await removeInvitations(db, ids);
  await db.deleteFrom('backend_families').where('id', '=', id).execute();
}

/** @param receipt JSON, as orders store it */
function withoutCard(receipt: string): string {
  return JSON.stringify({ ...(JSON.parse(receipt) as FullPaymentAnswer['receipt']), cardLastFour: null });
}

/**
 * Removes the co-parent from a stored payment response. The rest stays, because the payer may still need it to set credentials. A
 * response that no secret opens is dropped, because a leaked secret would still open it.
 *
 * @param sealedAnswer as attempts store it
 */
function withoutCoParentInAnswer(sealedAnswer: string, sealing: Sealing): string {
  const opened = tryOpen(sealing, sealedAnswer);
  if (opened === undefined || opened === LOST_ANSWER) return sealing.seal(LOST_ANSWER);
  const answer = JSON.parse(opened) as FullPaymentAnswer;
  return sealing.seal(JSON.stringify({ ...answer, registration: { ...answer.registration, coParent: null } }));
}
