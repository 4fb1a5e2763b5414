import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import { isRefusal, requireAccepted } from '~/backend/refusal';
import { invitedUpdateOf } from '~/backend/request-bodies';
import type { InviteContext } from '~/backend/schemas/invites';
import type { InviteLink } from '~/domain/mailed-links';
import type { PaidOrder } from '~/domain/order';
import { onlyPercentage } from '~/domain/prices';
import { INVITED, NEW_LINK_PATH, paidForPackage } from '~/journeys/invited';
import { isForAnotherPerson } from '~/journeys/current-sign-up';
import type { Invited, JoinState } from '~/journeys/join-state';
import { isTokenRejected, markAsSetElsewhere } from '~/use-cases/credentials/set-elsewhere.server';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ContactRecord } from '~/steps/contact';
import { anonymousHeader } from '~/use-cases/step/registration.server';

type PaidByAnother = NonNullable<InviteContext['paidByAnother']>;

export type OpenedInvite =
  | { status: 'open'; invite: InviteContext }
  /** Another browser paid, whose user may be another person. */
  | { status: 'paid'; invite: InviteContext; paid: PaidByAnother }
  | { status: 'completed' }
  | { status: 'dead' };

/** The link of the session's sign-up, otherwise the link followed in this browser, unless that asks about another sign-up first. */
export function findInviteLink(context: RequestContext): InviteLink | undefined {
  const invited = context.session.state?.invited;
  if (invited) return linkOf(invited);
  return belongsToAnotherPerson(context) ? undefined : context.invite;
}

/** The link of a sign-up. A link followed since counts once it has opened its invite (`openFollowedInvite`). */
export function linkOf({ userId, token }: InviteLink): InviteLink {
  return { userId, token };
}

/** @throws Error without a link, which a step's guard rules out */
export function getInviteLink(context: RequestContext): InviteLink {
  const link = findInviteLink(context);
  if (!link) throw new Error('An invited step was opened without an invite');
  return link;
}

/** An invite was opened while the session contains another person's sign-up. The two must never merge. */
export function belongsToAnotherPerson({ invite, session }: RequestContext): boolean {
  return invite !== undefined && isForAnotherPerson(invite, session.state);
}

/** Decides which packages the invite offers. */
type EnteredPlace = Pick<JoinState, 'parent' | 'billing'>;

/** What was entered for this invite in this browser. Another holder of the link must not see what follows from it. */
export function findEntered({ session }: RequestContext, { userId }: Pick<InviteLink, 'userId'>): EnteredPlace {
  return session.state?.invited?.userId === userId ? session.state : {};
}

/** Unknown, malformed and expired links, and those of other people, are all `dead`. @throws Error if the backend fails */
export async function openInvite(
  context: RequestContext,
  link: InviteLink,
  { parent, billing }: EnteredPlace = findEntered(context, link),
): Promise<OpenedInvite> {
  const { error, data, isDefined } = await safe(
    context.services.backend.invites.get({
      params: { userId: link.userId },
      headers: inviteOfferHeaders(context, link),
      query: { callingCode: parent?.countryCode ?? '', country: billing?.country },
    }),
  );
  if (isDefined) return { status: error.code === 'COMPLETED' ? 'completed' : 'dead' };
  if (error) throw new Error('Failed to open an invite', { cause: error });
  keepLink(context, link);
  return data.paidByAnother
    ? { status: 'paid', invite: data, paid: data.paidByAnother }
    : { status: 'open', invite: data };
}

/**
 * Opens the link that was followed last. If it has ended, opens that of the session's sign-up, which an older mail must not replace.
 *
 * @throws Error if the backend fails
 */
export async function openFollowedInvite(context: RequestContext, followed: InviteLink): Promise<OpenedInvite> {
  const opened = await openInvite(context, followed);
  const { invited } = context.session.state ?? {};
  if (opened.status !== 'dead' || invited?.userId !== followed.userId || invited.token === followed.token)
    return opened;
  await context.setInvite(linkOf(invited));
  return openInvite(context, linkOf(invited));
}

/** Stores a link that works in the session of its invite, because the session may outlive the link's cookie. */
function keepLink({ session }: RequestContext, { userId, token }: InviteLink): void {
  const { invited } = session.state ?? {};
  if (invited?.userId === userId && invited.token !== token) session.update({ invited: { ...invited, token } });
}

/** @throws Response a redirect to the page that explains a dead, paid or completed invite */
export async function requireInvite(
  context: RequestContext,
  link: InviteLink,
  entered?: EnteredPlace,
): Promise<InviteContext> {
  const opened = await openInvite(context, link, entered);
  if (opened.status === 'open') return opened.invite;
  throw opened.status === 'dead' ? leaveForNewLink(context) : redirect('/invite', 303);
}

/**
 * Opens parent B's invite again before a payment, because another browser or another person may have paid meanwhile (docs/rules.md, "Paid
 * in another browser").
 *
 * @returns `open` also for a dead invite, and if the backend fails: each post and Pay now check again
 * @throws Response a redirect past the payment if the subscription has become current since the first step
 */
export async function reopenInvite(
  context: RequestContext,
  { invited }: JoinState,
): Promise<'open' | 'paid' | 'completed'> {
  if (!invited) return 'open';
  const link = linkOf(invited);
  const { error, data: opened } = await safe(openInvite(context, link));
  if (error) context.log.error({ err: error }, 'failed to reopen an invite');
  if (error || opened.status === 'dead') return 'open';
  if (opened.status !== 'open') return opened.status;
  if (opened.invite.paidOrder) return 'paid';
  if (!opened.invite.isSubscriptionCurrent || invited.isSubscriptionCurrent) return 'open';
  const after = context.session.update({
    invited: invitedOf(link, opened.invite),
    ...paidForPackage(opened.invite),
    notice: 'paidMeanwhile',
  });
  throw redirect(INVITED.firstUnfinished(after), 303);
}

/** @throws Response as `reopenInvite` does, and a redirect to the page about the payment of another browser */
export async function requireUnpaidInvite(context: RequestContext, state: JoinState): Promise<void> {
  if ((await reopenInvite(context, state)) !== 'open') throw redirect('/invite', 303);
}

/** What the page that asks for a new link is about. */
interface NewLink {
  isSent?: boolean;
  /** The present link still works, but opens only the page of the paid invite. */
  isPaid?: boolean;
  /** It replaces the link that was followed last, not that of the sign-up in this browser. */
  isFollowed?: boolean;
}

export function readNewLink(query: URLSearchParams): Required<NewLink> {
  return { isSent: query.has('sent'), isPaid: query.has('paid'), isFollowed: query.has('followed') };
}

/** @returns a path below the base path */
export function newLinkPath({ isSent = false, isPaid = false, isFollowed = false }: NewLink = {}): string {
  const flags = [isSent && 'sent', isPaid && 'paid', isFollowed && 'followed'].filter((flag) => flag !== false);
  return [NEW_LINK_PATH, ...(flags.length > 0 ? [flags.join('&')] : [])].join('?');
}

/** Keeps a posted form for the new link, and says so. A view stores nothing. @returns the redirect to the request for a new link */
export function leaveForNewLink({ posted, session }: RequestContext): Response {
  if (posted.findForm()) session.update({ notice: 'startAgain' });
  posted.saveDraft();
  return redirect(newLinkPath(), 303);
}

export function inviteHeaders({ language }: Pick<RequestContext, 'language'>, { token }: Pick<InviteLink, 'token'>) {
  return { authorization: `Bearer ${token}`, 'accept-language': language };
}

/** With the id that decides packages and prices in this browser, unless another person has begun a sign-up in it. */
export function inviteOfferHeaders(context: RequestContext, link: InviteLink) {
  const id = isForAnotherPerson(link, context.session.state) ? null : context.experimentId;
  return { ...inviteHeaders(context, link), ...anonymousHeader(id) };
}

type InvitedUpdate = Parameters<RequestContext['services']['backend']['parents']['update']>[0]['body'];

/**
 * Saves parent B's contact. Sends the sign-up's first id, as `inviteOfferHeaders` does, but none after consent was withdrawn.
 *
 * @param bodyOf adds more answers and their sections
 * @throws the backend's errors (app/backend/refusal.ts)
 */
export async function updateInvited(
  context: RequestContext,
  link: InviteLink,
  parent: ContactRecord,
  bodyOf: (contact: ReturnType<typeof invitedUpdateOf>) => InvitedUpdate = (contact) => contact,
): Promise<void> {
  const { userId } = link;
  const anonymousId = context.anonymousId === null ? null : context.experimentId;
  const headers = inviteHeaders(context, link);
  const body = bodyOf(invitedUpdateOf(userId, parent, anonymousId));
  requireAccepted(await context.services.backend.parents.update({ params: { userId }, headers, body }));
}

/**
 * Opens the invite after an update of its contact or address. If another browser has paid, the redirect must not depend on the update: that
 * would show whether it equals the payer's details.
 *
 * @throws the update's error, or Response as `requireInvite` does
 */
export async function openAfterUpdate(
  context: RequestContext,
  link: InviteLink,
  { update, ...entered }: EnteredPlace & { update: Promise<unknown> },
): Promise<InviteContext> {
  const { error } = await safe(update);
  if (error && !isRefusal(error)) throw error;
  const invite = await requireInvite(context, link, entered);
  if (error) throw error;
  return invite;
}

export function invitedOf(link: InviteLink, invite: InviteContext): Invited {
  const { isSubscriptionCurrent, requireCredentials, userCreatedByPro } = invite;
  const couponPercentage = onlyPercentage(invite.availableCoupons);
  return {
    ...link,
    isSubscriptionCurrent,
    // Another holder of the link may have entered the stored contact and address, so each browser asks for its own.
    billingAddressComplete: invite.billingAddressComplete && !invite.parentComplete,
    requireCredentials,
    userCreatedByPro,
    ...(couponPercentage !== undefined && { couponPercentage }),
  };
}

/**
 * Undefined if username and password were set in another browser, or by a submission of this browser whose response was lost. The session
 * then continues after that step, without a payment only if it posted the form (docs/rules.md, "Set elsewhere").
 *
 * @throws Response a redirect if the invite is dead or was completed
 */
export async function loadParentRecord(context: RequestContext, link: InviteLink) {
  const { error, data, isDefined } = await safe(
    context.services.backend.parents.get({ params: { userId: link.userId }, headers: inviteHeaders(context, link) }),
  );
  if (isDefined) {
    const { paid } = context.session.state ?? {};
    const isDone =
      (await openInvite(context, link)).status === 'completed' || (await isPaidTokenRejected(context, paid));
    if (!isDone) throw leaveForNewLink(context);
    if (!paid && !context.isOwnPage) throw redirect('/invite', 303);
    markAsSetElsewhere(context, link.userId);
    return undefined;
  }
  if (error) throw new Error('Failed to load the parent record', { cause: error });
  return data;
}

/** Uses the payment's own token, because the link may have expired earlier. */
async function isPaidTokenRejected(context: RequestContext, paid: PaidOrder | undefined): Promise<boolean> {
  if (!paid || paid.clickToJoinToken === null) return false;
  return isTokenRejected(context, paid.registration.parent.userId, paid.clickToJoinToken);
}
