/**
 * What the store holds of a person, by their e-mail, and how it goes (docs/decisions/0023). Plain JavaScript, for the command beside the
 * build (app/server/privacy.mjs).
 */

/** Nothing is held or under way any more: only then may a payment lose whose it was. */
const OVER = ['settled', 'declined', 'voided', 'refunded'];
/** What proves who somebody is; nobody else's business, not even in a copy for themselves. */
const PROOFS = /(_hash|^key_hash|^sealed_|_key)$|^sealed_/;

/**
 * @param {import('kysely').Kysely<any>} db
 * @param {string} email
 * @returns {Promise<Record<string, object[]>>} the rows, by table
 */
export async function findPersonalData(db, email) {
  const wanted = normalise(email);
  const registrations = await db.selectFrom('backend_registrations').selectAll().where('email', '=', wanted).execute();
  const accounts = await db.selectFrom('backend_accounts').selectAll().where('email', '=', wanted).execute();
  // Small enough to be read whole: an invited person may have told another e-mail than the one they were invited by.
  const invitations = (await db.selectFrom('backend_invitations').selectAll().execute()).filter(
    ({ email: mailbox, parent, co_parent }) =>
      [mailbox, emailIn(parent), emailIn(co_parent)].some((each) => normalise(each) === wanted),
  );
  const ids = [...registrations, ...accounts, ...invitations].map(({ id }) => id);
  const by = (table, column) =>
    ids.length === 0 ? [] : db.selectFrom(table).selectAll().where(column, 'in', ids).execute();
  const familyIds = accounts.flatMap(({ family_id }) => family_id ?? []);
  return {
    registrations,
    accounts,
    invitations,
    professionals: await by('backend_professionals', 'account_id'),
    orders: await by('backend_orders', 'account_id'),
    paymentAttempts: await by('backend_payment_attempts', 'signup_id'),
    tokens: await by('backend_tokens', 'account_id'),
    mails: (await db.selectFrom('backend_mails').selectAll().execute()).filter(
      ({ recipient }) => normalise(recipient) === wanted,
    ),
    families:
      familyIds.length === 0
        ? []
        : await db.selectFrom('backend_families').selectAll().where('id', 'in', familyIds).execute(),
    toldByOthers: (await db.selectFrom('backend_registrations').select(['id', 'co_parent']).execute()).filter(
      ({ co_parent }) => normalise(emailIn(co_parent)) === wanted,
    ),
  };
}

/**
 * The same to be handed to the person: without hashes, keys and what is sealed.
 *
 * @param {Awaited<ReturnType<typeof findPersonalData>>} found
 */
export function readable(found) {
  return Object.fromEntries(
    Object.entries(found).map(([table, rows]) => [
      table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => !PROOFS.test(column))
            .map(([column, value]) => [column, parsed(value)]),
        ),
      ),
    ]),
  );
}

/** @returns the order ids of payments that are not over: these have to be settled first */
export function findOpenPayments({ paymentAttempts }) {
  return paymentAttempts.filter(({ state }) => !OVER.includes(state)).map(({ order_id }) => order_id);
}

/**
 * Deletes what the store holds of a person, all of it or nothing. Of payments and orders, which the law wants kept, figures, dates,
 * transaction, country and region stay: what they bought and what tax was paid, and nothing that says who it was.
 *
 * @param {import('kysely').Kysely<any>} db
 * @param {string} email
 * @param {import('./sealing.mjs').Sealing} sealing of the backend: what a parent was answered names the co-parent
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

/**
 * Sessions are sealed, so each is opened and read.
 *
 * @returns {Promise<{ ids: string[]; shut: number }>} those that hold the e-mail, and how many no secret opens
 */
export async function findSessions(db, sealing, email) {
  const wanted = JSON.stringify(normalise(email));
  const ids = [];
  let shut = 0;
  for (const { id, data } of await db.selectFrom('sessions').select(['id', 'data']).execute()) {
    try {
      if (normalise(sealing.open(data)).includes(wanted)) ids.push(id);
    } catch {
      shut += 1;
    }
  }
  return { ids, shut };
}

function emailIn(json) {
  return json === null || json === undefined ? null : JSON.parse(json)?.email;
}

function parsed(value) {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** As app/domain/email.ts does. */
function normalise(email) {
  return (email ?? '').trim().normalize('NFC').toLowerCase();
}
