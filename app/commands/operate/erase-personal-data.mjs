import { findOpenPayments, findPersonalData } from './personal-data.mjs';

/**
 * Deletes what the store holds of a person, all of it or nothing (docs/decisions/0023). Of payments and orders, which the law wants kept,
 * figures, dates, transaction, country and region stay: what they bought and what tax was paid, and nothing that says who it was.
 *
 * @param {import('kysely').Kysely<any>} db
 * @param {string} email
 * @param {import('../../lib/sealing.mjs').Sealing} sealing of the backend: what a parent was answered names the co-parent
 */
export async function erasePersonalData(db, email, sealing) {
  return db.transaction().execute(async (transaction) => {
    const found = await findPersonalData(transaction, email);
    if (findOpenPayments(found).length > 0) return found;
    const remove = async (table, column, values) => {
      if (values.length > 0) await transaction.deleteFrom(table).where(column, 'in', values).execute();
    };
    const idsOf = (rows) => rows.map(({ id }) => id);
    for (const { id, pricing } of found.orders) {
      await transaction
        .updateTable('backend_orders')
        .set({ pricing: withoutPerson(pricing) })
        .where('id', '=', id)
        .execute();
    }
    for (const { order_id, pricing } of found.paymentAttempts) {
      await transaction
        .updateTable('backend_payment_attempts')
        .set({ pricing: withoutPerson(pricing), sealed_answer: null, sealed_nonce: null, card_last_four: null })
        .where('order_id', '=', order_id)
        .execute();
    }
    for (const { id } of found.toldByOthers) {
      await transaction.updateTable('backend_registrations').set({ co_parent: null }).where('id', '=', id).execute();
      await takeCoParentOut(transaction, id, sealing);
    }
    await remove('backend_professional_codes', 'professional_id', idsOf(found.accounts));
    await remove('backend_professionals', 'account_id', idsOf(found.accounts));
    await remove(
      'backend_tokens',
      'token_hash',
      found.tokens.map(({ token_hash }) => token_hash),
    );
    await remove('backend_mails', 'id', idsOf(found.mails));
    await remove('backend_invitations', 'id', idsOf(found.invitations));
    await remove('backend_registrations', 'id', idsOf(found.registrations));
    await remove('backend_accounts', 'id', idsOf(found.accounts));
    for (const { id } of found.families) await removeFamilyOfNobody(transaction, id);
    return found;
  });
}

/** Of the answer to a payment that is kept for whoever made it: they may still choose their credentials by it. */
async function takeCoParentOut(db, signupId, sealing) {
  const rows = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'sealed_answer'])
    .where('signup_id', '=', signupId)
    .where('sealed_answer', 'is not', null)
    .execute();
  for (const { order_id, sealed_answer } of rows) {
    const answer = JSON.parse(sealing.open(sealed_answer));
    answer.registration.coParent = null;
    const sealed = sealing.seal(JSON.stringify(answer));
    await db
      .updateTable('backend_payment_attempts')
      .set({ sealed_answer: sealed })
      .where('order_id', '=', order_id)
      .execute();
  }
}

/** The children, and invites that were never taken up, are the family's: they go with the last of its accounts. */
async function removeFamilyOfNobody(db, id) {
  const member = await db.selectFrom('backend_accounts').select('id').where('family_id', '=', id).executeTakeFirst();
  if (member) return;
  const invited = await db.selectFrom('backend_invitations').select('id').where('family_id', '=', id).execute();
  const ids = invited.map((invitation) => invitation.id);
  if (ids.length > 0) await db.deleteFrom('backend_tokens').where('account_id', 'in', ids).execute();
  await db.deleteFrom('backend_invitations').where('family_id', '=', id).execute();
  await db.deleteFrom('backend_families').where('id', '=', id).execute();
}

/** Of the figures that were agreed to everything but the address below its region, and the phone. */
function withoutPerson(pricing) {
  const { request, ...figures } = JSON.parse(pricing);
  if (!request) return pricing;
  const { country, region } = request.address ?? {};
  const { address: _address, phoneCountryCode: _code, phoneNumber: _number, ...rest } = request;
  return JSON.stringify({ ...figures, request: { ...rest, address: { country, region } } });
}
