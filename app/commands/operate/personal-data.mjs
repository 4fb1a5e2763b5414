/**
 * What the store holds of a person, by their e-mail. Plain JavaScript, for the command beside the build (app/commands/operate/privacy.mjs).
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
