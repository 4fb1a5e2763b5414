import { FINAL_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import { queueInvite } from '~/backend/embedded/people/invite-co-parent.server';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { findInvitedPerson } from '~/backend/embedded/people/renew-invite.server';
import { mailLinkToOwner } from '~/backend/embedded/people/resend-credentials-link.server';
import type { LinkSender } from '~/backend/embedded/people/tokens.server';
import { normaliseEmail } from '~/domain/email';
import type { Db, Tx } from '~/store/store';
import { listOf, UNANSWERED } from './personal-data';

/** Finds links by their owners. @param now ISO 8601, by the store's clock @returns the hashes of links that still open something */
export async function findOpenLinks(db: Db, owners: readonly string[], now: string): Promise<string[]> {
  const links = await db
    .selectFrom('backend_tokens')
    .select('token_hash')
    .where('account_id', 'in', listOf(owners))
    .where('expires_at', '>', now)
    .execute();
  return links.map(({ token_hash }) => token_hash);
}

/** Ends links. The page of an ended link says so, and for an invite offers to mail a new one. @returns the number of ended links */
export async function endLinks(db: Tx, hashes: readonly string[], now: string): Promise<number> {
  if (hashes.length === 0) return 0;
  const ended = await db
    .updateTable('backend_tokens')
    .set({ expires_at: now })
    .where('token_hash', 'in', hashes)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .execute();
  return ended.length;
}

/**
 * Finds accounts with this e-mail whose password can no longer be set once these links end: no page mails another link to a parent who
 * has paid, even if their last one has expired, and the purge deletes a professional's account with its last one.
 *
 * @param hashes as `findOpenLinks` returns them
 */
export async function findLockedOut(db: Db, email: string, hashes: readonly string[]): Promise<string[]> {
  const linked = db.selectFrom('backend_tokens').select('account_id').where('token_hash', 'in', listOf(hashes));
  const paid = db.selectFrom('backend_orders').select('account_id');
  const accounts = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .where('password_hash', 'is', null)
    .where(({ eb, or }) => or([eb('id', 'in', linked), eb('id', 'in', paid)]))
    .execute();
  return accounts.map(({ id }) => id);
}

/**
 * Finds unsent mails of links that end: to username and password, and to invites that get a new mail. The page of another ended invite mails
 * a new link.
 *
 * @param owners of the links @param renewed the ids of invites that get a new mail @returns the ids of the mails
 */
export async function findUnsentLinks(
  db: Db,
  email: string,
  { owners, renewed }: { owners: readonly string[]; renewed: readonly string[] },
): Promise<string[]> {
  const orders = db.selectFrom('backend_orders').select('id').where('account_id', 'in', listOf(owners));
  const unsent = await db
    .selectFrom('backend_mails')
    .select(['id', 'kind', 'recipient'])
    .where('sent_at', 'is', null)
    .where((is) =>
      is.or([
        is('kind', '=', 'professional'),
        is.and([is('kind', '=', 'credentials'), is('order_id', 'in', orders)]),
        is.and([is('kind', '=', 'invite'), is('invitation_id', 'in', listOf(renewed))]),
      ]),
    )
    .execute();
  const isTheirs = ({ kind, recipient }: (typeof unsent)[number]) =>
    kind !== 'professional' || normaliseEmail(recipient) === normaliseEmail(email);
  return unsent.filter(isTheirs).map(({ id }) => id);
}

/** Queues a mail with a new link for each account that still has no password, and for each of these invites. @returns the number of mails */
export async function mailNewLinks(
  db: Tx,
  sender: LinkSender,
  { lockedOut, invited }: { lockedOut: readonly string[]; invited: readonly string[] },
): Promise<number> {
  let queued = 0;
  for (const id of lockedOut) queued += (await mailLinkToOwner(db, sender, id)) ? 1 : 0;
  for (const invitation of await selectOpen(db, invited).selectAll().execute()) {
    const person = await findInvitedPerson(db, invitation);
    if (!person) continue;
    await queueInvite(db, sender, person);
    queued += 1;
  }
  return queued;
}

/** @returns those of the invitations that are not completed: a session may still act on them */
export async function findOpenInvites(db: Db, ids: readonly string[]): Promise<string[]> {
  const open = await selectOpen(db, ids).select('id').execute();
  return open.map(({ id }) => id);
}

/**
 * Finds unpaid invitations whose answers contain another e-mail. An intruder with the link may have typed it, and would get the next link.
 *
 * @param email of the person to whom the invitations belong
 * @returns `open`: the order ids of unfinished payments, whose invitations are not `answered`, because the order needs the payer's consent;
 * `invited`: the unpaid invitations of this mailbox, except those; `others`: the mailboxes of unpaid invitations into which this e-mail was typed
 */
export async function findAnsweredByOthers(
  db: Db,
  email: string,
  ids: readonly string[],
): Promise<{ answered: string[]; open: string[]; invited: string[]; others: string[] }> {
  const unpaid = await selectOpen(db, ids).selectAll().where('account_made_at', 'is', null).execute();
  const typed = unpaid.filter((one) => isOther(readInvitation(one).parent?.email, email)).map(({ id }) => id);
  const payments = await db
    .selectFrom('backend_payment_attempts')
    .select(['signup_id', 'order_id'])
    .where('signup_id', 'in', listOf(typed))
    .where('state', 'not in', FINAL_STATES)
    .execute();
  const payers = new Set(payments.map(({ signup_id }) => signup_id));
  const others = unpaid.flatMap((one) =>
    one.email === null || one.email === normaliseEmail(email) ? [] : [one.email],
  );
  const invited = unpaid.filter((one) => one.email === normaliseEmail(email) && !payers.has(one.id));
  return {
    answered: typed.filter((id) => !payers.has(id)),
    open: payments.map(({ order_id }) => order_id),
    invited: invited.map(({ id }) => id),
    others,
  };
}

/**
 * Removes the answers of invitations, so that a new link goes to the invited mailbox. Call it after `lockPayers`, so that no payment begins
 * meanwhile.
 */
export async function removeAnswers(db: Tx, ids: readonly string[]): Promise<void> {
  await db.updateTable('backend_invitations').set(UNANSWERED).where('id', 'in', listOf(ids)).execute();
}

function selectOpen(db: Db, ids: readonly string[]) {
  return db.selectFrom('backend_invitations').where('id', 'in', listOf(ids)).where('completed_at', 'is', null);
}

function isOther(typed: string | undefined, email: string): boolean {
  return typed !== undefined && normaliseEmail(typed) !== normaliseEmail(email);
}
