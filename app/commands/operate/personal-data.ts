import type { Kysely } from 'kysely';
import { FINAL_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import { withoutAnswers, type PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { readableAnswers, readAnswers } from '~/backend/embedded/people/sections.server';
import { normaliseEmail } from '~/domain/email';
import type { Schema } from '~/store/schema';

/** A person's rows in the store, by kind. */
export type PersonalData = Awaited<ReturnType<typeof findPersonalData>>;

/** Columns with hashes, keys and sealed values. Exports omit them too, because they are secrets. */
const SECRET_COLUMNS = /(_hash|_key|_sealed_by)$|^sealed_/;

export async function findPersonalData(db: Kysely<Schema>, email: string) {
  const wanted = normaliseEmail(email);
  const isTheirs = (other: string | null | undefined) => normaliseEmail(other ?? '') === wanted;
  const registrations = await db.selectFrom('backend_registrations').selectAll().where('email', '=', wanted).execute();
  const accounts = await db.selectFrom('backend_accounts').selectAll().where('email', '=', wanted).execute();
  // The table is small enough to read in full. An invited person may have entered another e-mail than the invited one.
  const invitations = (await db.selectFrom('backend_invitations').selectAll().execute()).filter((invitation) => {
    const { parent, coParent } = readInvitation(invitation);
    return [invitation.email, parent?.email, coParent?.email].some(isTheirs);
  });
  const ids = listOf([...registrations, ...accounts, ...invitations].map(({ id }) => id));
  const families = listOf(accounts.flatMap(({ family_id }) => family_id ?? []));
  const attempts = await db
    .selectFrom('backend_payment_attempts')
    .selectAll()
    .where('signup_id', 'in', ids)
    .$narrowType<{ state: PaymentAttempt['state'] }>()
    .execute();
  return {
    registrations,
    accounts,
    invitations,
    professionals: await db.selectFrom('backend_professionals').selectAll().where('account_id', 'in', ids).execute(),
    orders: await db.selectFrom('backend_orders').selectAll().where('account_id', 'in', ids).execute(),
    paymentAttempts: attempts,
    tokens: await db.selectFrom('backend_tokens').selectAll().where('account_id', 'in', ids).execute(),
    mails: (await db.selectFrom('backend_mails').selectAll().execute()).filter(({ recipient }) => isTheirs(recipient)),
    families: await db.selectFrom('backend_families').selectAll().where('id', 'in', families).execute(),
    // Contains only the co-parent, because the other answers belong to the other parent.
    toldByOthers: (await db.selectFrom('backend_registrations').select(['id', 'answers']).execute()).flatMap(
      ({ id, answers }) => {
        const { coParent } = readAnswers(answers);
        return isTheirs(coParent?.email) ? [{ id, coParent }] : [];
      },
    ),
  };
}

/** The data for an export: JSON parsed, without hashes, keys and sealed values. */
export function readable(found: PersonalData): Record<string, Record<string, unknown>[]> {
  return Object.fromEntries(
    Object.entries(found).map(([what, rows]) => [
      what,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => !SECRET_COLUMNS.test(column))
            .map(([column, value]) => [column, parsed(column, value)]),
        ),
      ),
    ]),
  );
}

/** The ids by which events of sign-ups name a person. */
export function idsOf({ registrations, accounts, invitations }: PersonalData): string[] {
  return [...registrations, ...accounts, ...invitations].map(({ id }) => id);
}

/** The order ids of open payments. Their owner must not be erased yet. */
export function findOpenPayments({ paymentAttempts }: PersonalData): string[] {
  return paymentAttempts.filter(({ state }) => !FINAL_STATES.includes(state)).map(({ order_id }) => order_id);
}

/** Ids for `in (…)`. Postgres rejects an empty list, so that becomes an id that does not exist. */
export function listOf(ids: readonly string[]): readonly string[] {
  return ids.length > 0 ? ids : [''];
}

function parsed(column: string, value: unknown): unknown {
  if (column === 'answers') return readableAnswers(String(value));
  // Its answers are a copy.
  if (column === 'request') return JSON.parse(withoutAnswers(String(value))) as unknown;
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
