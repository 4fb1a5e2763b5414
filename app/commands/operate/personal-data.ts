import type { ExpressionBuilder, Updateable } from 'kysely';
import { FINAL_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import {
  isForCoParentToo,
  withoutAnswers,
  type PaymentAttempt,
} from '~/backend/embedded/payments/attempts/payment-attempt';
import { selectWaitingOrders } from '~/backend/embedded/payments/settlement/settlement-store.server';
import { childrenColumn } from '~/backend/embedded/people/family-members.server';
import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import { readableAnswers, readAnswers } from '~/backend/embedded/people/sections.server';
import { normaliseEmail } from '~/domain/email';
import { keysOf } from '~/domain/keys-of';
import type { Db, Tx } from '~/store/store';
import type { InvitationTable, MailTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';

/** A person's rows in the store, by kind. */
export type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;

/** Columns with hashes, keys and sealed values. Exports omit them too, because they are secrets. */
const SECRET_COLUMNS = /(_hash|_key|_sealed_by)$|^sealed_/;

/** Rows held in memory at once. */
const PAGE_SIZE = 500;

/** All but the sealed content, which no command needs. */
const MAIL_COLUMNS = keysOf<Exclude<keyof MailTable, 'sealed_content'>>({
  id: 1,
  kind: 1,
  recipient: 1,
  language: 1,
  order_id: 1,
  invitation_id: 1,
  created_at: 1,
  sent_at: 1,
  tries: 1,
  next_try_at: 1,
  last_failure: 1,
  lease_token: 1,
  lease_until: 1,
  given_up_at: 1,
  requeued_at: 1,
});

/** An invitation's columns without what the invited person gave. */
export const UNANSWERED: Updateable<InvitationTable> = {
  answers: '{}',
  answers_sealed_by: null,
  parent_duplicate_confirmed: 0,
  agreed_to_terms: 0,
  marketing_opt_in: 0,
  anonymous_id: null,
};

/** The ids of a person's sign-ups, accounts and invitations, also of invites into which this e-mail was only typed. */
export async function findPeople(db: Db, email: string): Promise<string[]> {
  const { registrations, accounts, invitations } = await findPeopleByKind(db, [email]);
  return [...registrations, ...accounts, ...invitations];
}

/** The same, by kind. @param emails all of one person */
export async function findPeopleByKind(db: Db, emails: readonly string[]) {
  const wanted = emails.map(normaliseEmail);
  const accountRows = await db.selectFrom('backend_accounts').select('id').where('email', 'in', wanted).execute();
  const accounts = accountRows.map(({ id }) => id);
  const registrations = await db
    .selectFrom('backend_registrations')
    .select('id')
    .where((is) => isSignUpOf(is, wanted, accounts))
    .execute();
  const invitations = db.selectFrom('backend_invitations').select(INVITATION_COLUMNS).orderBy('id').limit(PAGE_SIZE);
  return {
    registrations: registrations.map(({ id }) => id),
    accounts,
    invitations: await findIds(
      (after) => invitations.where('id', '>', after).execute(),
      (invitation) => isInvited(invitation, wanted),
    ),
  };
}

/** Finds a person's accounts, and those of their sign-ups. @returns their ids */
export async function findAccountsOf(db: Db, email: string, registrations: readonly string[]): Promise<string[]> {
  const made = db
    .selectFrom('backend_registrations')
    .select('account_id')
    .where('id', 'in', listOf(registrations))
    .where('account_id', 'is not', null)
    .$narrowType<{ account_id: string }>();
  const accounts = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where((is) => is.or([is('email', '=', normaliseEmail(email)), is('id', 'in', made)]))
    .execute();
  return accounts.map(({ id }) => id);
}

/** Another tab can change a sign-up's e-mail during its payment, but its account gets the e-mail with which the payment began. */
function isSignUpOf(
  is: ExpressionBuilder<Schema, 'backend_registrations'>,
  emails: readonly string[],
  accounts: readonly string[],
) {
  return is.or([is('email', 'in', emails), is('account_id', 'in', listOf(accounts))]);
}

/**
 * The e-mails of a person, normalised, the given one first. An invited parent may have signed up with another e-mail than the invited one:
 * both are theirs once the invitation has an account. Without an account, an intruder with the link may have typed theirs.
 *
 * `candidates` may be the person's, too, or another's, because several people use one of the two e-mails. Only the operator can decide.
 */
export async function findEmails(db: Db, email: string): Promise<{ emails: string[]; candidates: string[] }> {
  const given = normaliseEmail(email);
  const accepted = await selectAccepted(db)
    .where((is) => is.or([is('invitations.email', '=', given), is('accounts.email', '=', given)]))
    .execute();
  const emails = new Set([given]);
  const candidates = new Set<string>();
  for (const { id, invited, own } of accepted) {
    if (invited === null || invited === own) continue;
    const other = invited === given ? own : invited;
    ((await isOfOthersToo(db, { id, invited, own })) ? candidates : emails).add(other);
  }
  return { emails: [...emails], candidates: [...candidates].filter((one) => !emails.has(one)) };
}

function selectAccepted(db: Db) {
  return db
    .selectFrom('backend_invitations as invitations')
    .innerJoin('backend_accounts as accounts', 'accounts.id', 'invitations.id')
    .select(['invitations.id', 'invitations.email as invited', 'accounts.email as own']);
}

/** Whether anything but this invitation and its account has one of its two e-mails. */
async function isOfOthersToo(
  db: Db,
  { id, invited, own }: { id: string; invited: string; own: string },
): Promise<boolean> {
  const both = [invited, own];
  const found = [
    await db.selectFrom('backend_accounts').select('id').where('id', '!=', id).where('email', 'in', both).execute(),
    // Also an open one, whose invited person may have given answers.
    await db.selectFrom('backend_invitations').select('id').where('id', '!=', id).where('email', 'in', both).execute(),
    // A sign-up with the other e-mail is theirs: they may have begun it before they used the invite.
    await db.selectFrom('backend_registrations').select('id').where('email', '=', invited).execute(),
  ];
  return found.flat().length > 0;
}

/** The ids of a person's rows. */
export type PersonalIds = Awaited<ReturnType<typeof findPersonalIds>>;

/**
 * Reads whole tables, so do not call it in a transaction: on SQLite it blocks the server's writes.
 *
 * @param emails as `findEmails` returns them
 */
export async function findPersonalIds(db: Db, emails: readonly string[]) {
  const wanted = emails.map(normaliseEmail);
  const found = await findPeopleByKind(db, emails);
  // Their invitations lead to payments and links of an account that `findEmails` did not link.
  const others = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('id', 'in', listOf(found.invitations))
    .where('email', 'not in', wanted)
    .execute();
  const typedInto = (await findInvitations(db, found.invitations))
    .filter((invitation) => isOnlyTypedInto(invitation, wanted))
    .map(({ id }) => id);
  const notTheirs = new Set([...others.map(({ id }) => id), ...typedInto]);
  const people = { ...found, invitations: found.invitations.filter((id) => !notTheirs.has(id)) };
  const ids = listOf([...people.registrations, ...people.accounts, ...people.invitations]);
  const orders = await db.selectFrom('backend_orders').select('id').where('account_id', 'in', ids).execute();
  const families = db.selectFrom('backend_accounts').select('family_id').where('id', 'in', listOf(people.accounts));
  const familyInvitations = await db
    .selectFrom('backend_invitations')
    .select('id')
    .where('family_id', 'in', families)
    .execute();
  const mails = db.selectFrom('backend_mails').select(['id', 'recipient']).orderBy('id').limit(PAGE_SIZE);
  const registrations = db.selectFrom('backend_registrations').select(['id', 'answers']).orderBy('id').limit(PAGE_SIZE);
  const childrenOf = db.selectFrom('backend_families').select(['id', 'children']).orderBy('id').limit(PAGE_SIZE);
  return {
    ...people,
    orders: orders.map(({ id }) => id),
    familyInvitations: familyInvitations.map(({ id }) => id),
    typedIntoInvites: typedInto,
    mails: await findIds(
      (after) => mails.where('id', '>', after).execute(),
      ({ recipient }) => wanted.includes(normaliseEmail(recipient)),
    ),
    toldByOthers: await findIds(
      (after) => registrations.where('id', '>', after).execute(),
      ({ answers }) => {
        const { coParent, children } = findTold(answers, wanted);
        return coParent !== undefined || children.length > 0;
      },
    ),
    familiesAsChild: await findIds(
      (after) => childrenOf.where('id', '>', after).execute(),
      ({ children }) => findChildren(childrenColumn.read(children), wanted).length > 0,
    ),
  };
}

/** Reads only the given rows, and of those only what is still the person's. */
export async function readPersonalData(db: Db, emails: readonly string[], found: PersonalIds) {
  const wanted = emails.map(normaliseEmail);
  const accounts = await db
    .selectFrom('backend_accounts')
    .selectAll()
    .where('id', 'in', listOf(found.accounts))
    .where('email', 'in', wanted)
    .execute();
  const accountIds = accounts.map(({ id }) => id);
  const registrations = await db
    .selectFrom('backend_registrations')
    .selectAll()
    .where('id', 'in', listOf(found.registrations))
    .where((is) => isSignUpOf(is, wanted, accountIds))
    .execute();
  const invitations = await findInvitations(db, found.invitations);
  const typedInto = await findInvitations(db, found.typedIntoInvites);
  const mails = await db
    .selectFrom('backend_mails')
    .select(MAIL_COLUMNS)
    .where('id', 'in', listOf(found.mails))
    .execute();
  const told = await db
    .selectFrom('backend_registrations')
    .select(['id', 'answers'])
    .where('id', 'in', listOf(found.toldByOthers))
    .execute();
  const familiesAsChild = await db
    .selectFrom('backend_families')
    .select(['id', 'children'])
    .where('id', 'in', listOf(found.familiesAsChild))
    .execute();
  const theirInvitations = invitations.filter((invitation) => isInvited(invitation, wanted));
  const ids = listOf([...registrations, ...accounts, ...theirInvitations].map(({ id }) => id));
  const families = listOf(accounts.flatMap(({ family_id }) => family_id ?? []));
  const paymentAttempts = await db
    .selectFrom('backend_payment_attempts')
    .selectAll()
    .where('signup_id', 'in', ids)
    .$narrowType<{ state: PaymentAttempt['state'] }>()
    .execute();
  // Orders that were paid since the search, too.
  const orders = listOf([...found.orders, ...paymentAttempts.map(({ order_id }) => order_id)]);
  return {
    registrations,
    accounts,
    invitations: theirInvitations,
    /** Another person's: only the typed answers may be theirs. */
    typedIntoInvites: typedInto.filter((invitation) => isOnlyTypedInto(invitation, wanted)),
    professionals: await db.selectFrom('backend_professionals').selectAll().where('account_id', 'in', ids).execute(),
    orders: await db.selectFrom('backend_orders').selectAll().where('id', 'in', orders).execute(),
    paymentAttempts,
    tokens: await db.selectFrom('backend_tokens').selectAll().where('account_id', 'in', ids).execute(),
    mails,
    families: await db.selectFrom('backend_families').selectAll().where('id', 'in', families).execute(),
    // Contains only the co-parent, because the other answers belong to the other parent.
    toldByOthers: told.flatMap(({ id, answers }) => {
      const { coParent } = findTold(answers, wanted);
      return coParent ? [{ id, coParent }] : [];
    }),
    // The same for a child: parents told the e-mail in a sign-up, whose payment copies it to their family.
    childEntries: [
      ...told.map(({ id, answers }) => ({ of: 'registration' as const, id, ...findTold(answers, wanted) })),
      ...familiesAsChild.map(({ id, children }) => ({
        of: 'family' as const,
        id,
        children: findChildren(childrenColumn.read(children), wanted),
      })),
    ].flatMap(({ of, id, children }) => (children.length > 0 ? [{ of, id, children }] : [])),
  };
}

/** For an operator, who also needs the invites into which this e-mail was only typed. */
export async function findPersonalData(db: Db, emails: readonly string[]): Promise<PersonalData> {
  const { typedIntoInvites, ...ids } = await findPersonalIds(db, emails);
  const invitations = [...ids.invitations, ...typedIntoInvites];
  return readPersonalData(db, emails, { ...ids, invitations, typedIntoInvites: [] });
}

async function findInvitations(db: Db, ids: readonly string[]): Promise<Invitation[]> {
  return db.selectFrom('backend_invitations').selectAll().where('id', 'in', listOf(ids)).execute();
}

async function findIds<Row extends { id: string }>(
  readAfter: (id: string) => Promise<Row[]>,
  isTheirs: (row: Row) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for await (const page of inPages(readAfter)) found.push(...page.filter(isTheirs).map(({ id }) => id));
  return found;
}

/** Reads a table page by page, because a busy site has more rows than fit into memory. @param readAfter reads the rows that follow an id */
export async function* inPages<Row extends { id: string }>(
  readAfter: (id: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let page = await readAfter(''); page.length > 0; page = await readAfter(page.at(-1)?.id ?? '')) yield page;
}

const INVITATION_COLUMNS = ['id', 'email', 'co_parent', 'answers', 'professional'] as const;

/** An invited person may have entered another e-mail than the invited one. */
function isInvited(
  invitation: Pick<Invitation, (typeof INVITATION_COLUMNS)[number]>,
  wanted: readonly string[],
): boolean {
  const { parent, coParent } = readInvitation(invitation);
  return [invitation.email, parent?.email, coParent?.email].some((email) => isOneOf(wanted, email));
}

/** Whether the e-mail was typed into an invite of another mailbox. It may be a typing error, or an intruder's. An account decides. */
function isOnlyTypedInto(invitation: Invitation, wanted: readonly string[]): boolean {
  const { coParent } = readInvitation(invitation);
  return (
    invitation.account_made_at === null &&
    isInvited(invitation, wanted) &&
    ![invitation.email, coParent.email].some((email) => isOneOf(wanted, email))
  );
}

/** The e-mail in the answers of a person's open invite, if it is not one of theirs. */
function findTypedByOthers(invitation: Invitation, wanted: readonly string[]): string | undefined {
  const typed = readInvitation(invitation).parent?.email;
  return invitation.account_made_at !== null || typed === undefined || isOneOf(wanted, typed) ? undefined : typed;
}

/**
 * Leaves out what may be another person's: the answers and payments of an invite with an e-mail that is not one of theirs, and of an invite
 * into which their e-mail was only typed all but that e-mail.
 *
 * @returns `left`: what is left out, for the operator
 */
export function withoutAnswersOfOthers(found: PersonalData, emails: readonly string[]) {
  const wanted = emails.map(normaliseEmail);
  const typed = new Map(
    found.invitations.flatMap((invitation) => {
      const email = findTypedByOthers(invitation, wanted);
      return email === undefined ? [] : [[invitation.id, email] as const];
    }),
  );
  return {
    exported: {
      ...found,
      invitations: found.invitations.map((one) => (typed.has(one.id) ? { ...one, ...UNANSWERED } : one)),
      paymentAttempts: found.paymentAttempts.filter(({ signup_id }) => !typed.has(signup_id)),
      typedIntoInvites: found.typedIntoInvites.map((invitation) => ({
        id: invitation.id,
        email: readInvitation(invitation).parent?.email,
      })),
    },
    left: [
      ...[...typed.values()].map((email) => `answers with ${email} in their open invite`),
      ...namesOfInvitesTypedInto(found),
    ],
  };
}

/** How a report to the operator names the invites into which a person's e-mail was only typed. */
export function namesOfInvitesTypedInto({ typedIntoInvites }: PersonalData): string[] {
  return typedIntoInvites.map(({ id, email }) => `the open invite of ${email ?? id}, into which this e-mail was typed`);
}

/** What a sign-up's parent told of the person, as the co-parent or a child. */
function findTold(answers: string, wanted: readonly string[]) {
  const { coParent, children = [] } = readAnswers(answers);
  return {
    coParent: isOneOf(wanted, coParent?.email) ? coParent : undefined,
    children: findChildren(children, wanted),
  };
}

function findChildren<Child extends { email?: string | null }>(children: readonly Child[], wanted: readonly string[]) {
  return children.filter(({ email }) => isOneOf(wanted, email));
}

function isOneOf(wanted: readonly string[], email: string | null | undefined): boolean {
  return wanted.includes(normaliseEmail(email ?? ''));
}

/** The data for an export: JSON parsed, without hashes, keys and sealed values. */
export function readable(found: Record<keyof PersonalData, object[]>): Record<string, Record<string, unknown>[]> {
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

/**
 * The order ids of open payments of a person, of invites into which their e-mail was typed, of others whose invitation goes with the
 * person's family, of others who pay for the person, and of parents who named the person as a child, because the order copies the children to the family. Also of submitted payments
 * that wait for an operator, if their payer's contact would be deleted. The person must stay.
 */
export async function findOpenPayments(
  db: Db,
  found: PersonalData,
  { familyInvitations }: PersonalIds,
): Promise<string[]> {
  const payers = [...idsOf(found), ...found.typedIntoInvites.map(({ id }) => id)];
  const parents = found.childEntries.flatMap(({ of, id }) => (of === 'registration' ? [id] : []));
  const open = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('signup_id', 'in', listOf([...payers, ...familyInvitations, ...parents]))
    .where('state', 'not in', FINAL_STATES)
    .execute();
  const others = await db
    .selectFrom('backend_payment_attempts')
    .selectAll()
    .where('signup_id', 'in', listOf(found.toldByOthers.map(({ id }) => id)))
    .where('state', 'not in', FINAL_STATES)
    .execute();
  const waiting = await db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('order_id', 'in', selectWaitingOrders(db))
    .where((is) =>
      is.or([
        is('signup_id', 'in', listOf(payers)),
        // With an order, the invited parent has an account, which stays.
        is.and([is('signup_id', 'in', listOf(familyInvitations)), is('sealed_answer', 'is', null)]),
      ]),
    )
    .execute();
  // Without the co-parent, the order would charge for two and send no invitation.
  const forTwo = others.filter((attempt) => isForCoParentToo(attempt));
  return [...new Set([...open, ...waiting, ...forTwo].map(({ order_id }) => order_id))];
}

/** Says why something stays. @param orderIds as `findOpenPayments` returns them */
export function unfinishedPayments(orderIds: readonly string[]): string {
  return `a payment is not finished (${orderIds.join(', ')}). See npm run payments, and its settlements.`;
}

/**
 * Call it first in a transaction. A payment or a request for a new link that begins meanwhile waits here, or this waits for it
 * (docs/decisions/0008).
 */
export async function lockPayers(
  db: Tx,
  { registrations, invitations }: { registrations: readonly string[]; invitations: readonly string[] },
): Promise<void> {
  for (const [table, payers] of [
    ['backend_registrations', registrations],
    ['backend_invitations', invitations],
  ] as const)
    await db
      .updateTable(table)
      .set((row) => ({ id: row.ref('id') }))
      .where('id', 'in', listOf(payers))
      .execute();
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
