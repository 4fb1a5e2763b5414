import type { Transaction } from 'kysely';
import { withoutCoParent, withoutPerson } from '~/backend/embedded/payments/forget-person';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/open-store.server';
import type { Schema } from '~/store/schema';
import { findOpenPayments, findPersonalData, listOf, type PersonalData } from './personal-data';

/**
 * Deletes a person's data from the store, all or nothing (docs/decisions/0023). The law requires payments and orders to be kept, so their
 * amounts, dates, transaction, country and region stay, without anything that identifies the person.
 *
 * @param sealing of the backend, because a parent's sealed answer names the co-parent
 * @returns what was found; nothing was deleted if one of the payments is still open
 */
export async function erasePersonalData(db: Db, email: string, sealing: Sealing): Promise<PersonalData> {
  return db.transaction().execute(async (transaction) => {
    const found = await findPersonalData(transaction, email);
    if (findOpenPayments(found).length > 0) return found;
    await takePersonOutOfPayments(transaction, found);
    for (const { id } of found.toldByOthers) {
      await transaction.updateTable('backend_registrations').set({ co_parent: null }).where('id', '=', id).execute();
      await takeCoParentOutOfAnswers(transaction, id, sealing);
    }
    await removeRows(transaction, found);
    for (const { id } of found.families) await removeFamilyOfNobody(transaction, id);
    return found;
  });
}

async function takePersonOutOfPayments(
  db: Transaction<Schema>,
  { orders, paymentAttempts }: PersonalData,
): Promise<void> {
  for (const { id, pricing } of orders) {
    await db
      .updateTable('backend_orders')
      .set({ pricing: withoutPerson(pricing) })
      .where('id', '=', id)
      .execute();
  }
  for (const { order_id, pricing } of paymentAttempts) {
    await db
      .updateTable('backend_payment_attempts')
      .set({
        pricing: withoutPerson(pricing),
        sealed_answer: null,
        sealed_codes: null,
        sealed_nonce: null,
        card_last_four: null,
      })
      .where('order_id', '=', order_id)
      .execute();
  }
}

async function takeCoParentOutOfAnswers(db: Transaction<Schema>, signupId: string, sealing: Sealing): Promise<void> {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'sealed_answer'])
    .where('signup_id', '=', signupId)
    .where('sealed_answer', 'is not', null)
    .$narrowType<{ sealed_answer: string }>()
    .execute();
  for (const { order_id, sealed_answer } of rows) {
    await db
      .updateTable('backend_payment_attempts')
      .set({ sealed_answer: withoutCoParent(sealed_answer, sealing) })
      .where('order_id', '=', order_id)
      .execute();
  }
}

async function removeRows(db: Transaction<Schema>, found: PersonalData): Promise<void> {
  const idsOf = (rows: readonly { id: string }[]) => listOf(rows.map(({ id }) => id));
  const accounts = idsOf(found.accounts);
  const tokens = listOf(found.tokens.map(({ token_hash }) => token_hash));
  await db.deleteFrom('backend_professional_codes').where('professional_id', 'in', accounts).execute();
  await db.deleteFrom('backend_professionals').where('account_id', 'in', accounts).execute();
  await db.deleteFrom('backend_tokens').where('token_hash', 'in', tokens).execute();
  await db.deleteFrom('backend_mails').where('id', 'in', idsOf(found.mails)).execute();
  await db.deleteFrom('backend_invitations').where('id', 'in', idsOf(found.invitations)).execute();
  await db.deleteFrom('backend_registrations').where('id', 'in', idsOf(found.registrations)).execute();
  await db.deleteFrom('backend_accounts').where('id', 'in', accounts).execute();
}

/** Children and unaccepted invites belong to the family, so they are deleted with its last account. */
async function removeFamilyOfNobody(db: Transaction<Schema>, id: string): Promise<void> {
  const member = await db.selectFrom('backend_accounts').select('id').where('family_id', '=', id).executeTakeFirst();
  if (member) return;
  const invited = await db.selectFrom('backend_invitations').select('id').where('family_id', '=', id).execute();
  const ids = listOf(invited.map((invitation) => invitation.id));
  await db.deleteFrom('backend_tokens').where('account_id', 'in', ids).execute();
  await db.deleteFrom('backend_invitations').where('family_id', '=', id).execute();
  await db.deleteFrom('backend_families').where('id', '=', id).execute();
}
