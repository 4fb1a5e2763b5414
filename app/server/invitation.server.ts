import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import type { InviteContext } from '~/backend/messages';
import type { InviteLink } from '~/domain/invite-link';
import { afterInvitedCredentials, invitedState } from '~/journeys/invited/progress';
import type { StepName } from '~/journeys/journey';
import type { Invited, JoinState } from '~/journeys/join-state';
import { openAnswers, readTyped, requireStep } from './join-step.server';
import type { RequestContext } from './request-context.server';

/** What an invite opens: the spec's invite context, nothing any more because it did its work, or nothing at all. */
export type OpenedInvite = { is: 'open'; invite: InviteContext } | { is: 'completed' } | { is: 'dead' };

/** The invite somebody is here with: the one they opened in this browser, else that of the sign-up they have begun. */
export function findInviteLink({ invite, session }: RequestContext): InviteLink | undefined {
  const invited = session.state?.invited;
  return invite ?? (invited && { userId: invited.userId, token: invited.token });
}

/** Whether an invite was opened on top of what somebody else has begun in this browser: the two never merge. */
export function isSomebodyElses({ invite, session }: RequestContext): boolean {
  const { state } = session;
  if (!state || !invite) return false;
  if (state.invited) return state.invited.userId !== invite.userId;
  return state.registration !== undefined || state.paid !== undefined || state.duplicate !== undefined;
}

/**
 * Asks the backend what an invite opens. Unknown, malformed, expired and somebody else's are all the same answer.
 *
 * @throws Error when the backend does not answer
 */
export async function openInvite(context: RequestContext, link: InviteLink): Promise<OpenedInvite> {
  const { error, data, isDefined } = await safe(
    context.services.backend.invites.get({ params: { userId: link.userId }, headers: inviteHeaders(context, link) }),
  );
  if (isDefined) return { is: error.code === 'COMPLETED' ? 'completed' : 'dead' };
  if (error) throw new Error('An invite could not be opened', { cause: error });
  return { is: 'open', invite: data };
}

/** The same, for pages that need an open one. @throws Response a redirect to the page that tells what is the matter */
export async function requireInvite(context: RequestContext, link: InviteLink): Promise<InviteContext> {
  const opened = await openInvite(context, link);
  if (opened.is === 'open') return opened.invite;
  throw redirect(opened.is === 'dead' ? '/invite/request' : '/invite', 303);
}

/** `Authorization: Bearer` and the invite token. */
export function inviteHeaders({ language }: Pick<RequestContext, 'language'>, { token }: Pick<InviteLink, 'token'>) {
  return { authorization: `Bearer ${token}`, 'accept-language': language };
}

/** What the state keeps of an invite. */
export function invitedOf(link: InviteLink, invite: InviteContext): Invited {
  const { isSubscriptionCurrent, billingAddressComplete, requireCredentials, userCreatedByPro } = invite;
  return { ...link, isSubscriptionCurrent, billingAddressComplete, requireCredentials, userCreatedByPro };
}

/** A step that opens before anything was entered, from the invite alone. */
type EarlyStep = Extract<StepName, 'step1' | 'credentials'>;

/**
 * The guard of the steps that an invite opens by itself. No row is made for who only looks.
 *
 * @returns the state, made from the invite where nothing was entered yet; `invite` where it had to be asked for
 * @throws Response a redirect to where the person belongs
 */
export async function requireInvitedStep(context: RequestContext, name: EarlyStep) {
  const { state, invite } = await stateByInvite(context, name);
  return { state: requireStep(context, name, state), invite };
}

/** The same guard for actions, with the form. */
export async function takeInvitedAnswers(request: Request, context: RequestContext, name: EarlyStep) {
  const form = await readTyped(request, context, name);
  const { state, invite } = await stateByInvite(context, name).catch((thrown: unknown) => {
    // The link died, or was completed elsewhere: a new one finds what was typed here.
    if (!isSomebodyElses(context)) context.keepTyped();
    throw thrown;
  });
  return { ...openAnswers(context, name, { form, state }), invite };
}

async function stateByInvite(
  context: RequestContext,
  name: EarlyStep,
): Promise<{ state?: JoinState; invite?: InviteContext }> {
  if (isSomebodyElses(context)) throw redirect('/invite', 303);
  const { state } = context.session;
  if (state?.invited) return name === 'credentials' ? stateBehindPayment(context, state) : { state };
  if (!context.invite) return { state };
  const invite = await requireInvite(context, context.invite);
  const invited = invitedOf(context.invite, invite);
  return { state: { ...invitedState(invited), drafts: state?.drafts, ...paidAlready(invite) }, invite };
}

/** What was begun here may have been paid for in another browser since: the backend knows. */
async function stateBehindPayment(context: RequestContext, state: JoinState) {
  if (state.paid || state.credentials || context.journey.getStep('credentials').isOpen(state)) return { state };
  const invite = await requireInvite(context, findInviteLink(context)!);
  return { state: invite.paidOrder ? { ...state, attempt: undefined, ...paidAlready(invite) } : state, invite };
}

/** Who has paid in another browser goes on here behind the payment. */
function paidAlready({ paidOrder }: InviteContext): Partial<JoinState> {
  if (!paidOrder) return {};
  // What tags are told is for the browser that paid.
  const { gaPayloadBase64: _told, ...answer } = paidOrder.answer;
  const { order, timeZone } = paidOrder;
  return { paid: { ...answer, order, timeZone }, order, chosenPackage: { id: order.packageId, buildYourOwn: false } };
}

/** The parent record of who comes with an invite: their e-mail, their country, and whether they agreed to the terms. */
export async function requireParentRecord(context: RequestContext) {
  const link = findInviteLink(context)!;
  const { error, data, isDefined } = await safe(
    context.services.backend.parents.get({ params: { userId: link.userId }, headers: inviteHeaders(context, link) }),
  );
  if (isDefined) {
    const isDone = (await openInvite(context, link)).is === 'completed';
    if (!isDone) throw redirect('/invite/request', 303);
    if (!context.session.state?.paid) throw redirect('/invite', 303);
    // It was done as the answer that said so was lost: who paid here is led on to the receipt. Which username it was is not known.
    context.session.update(afterInvitedCredentials(link.userId, ''));
    throw redirect('/invite/credentials', 303);
  }
  if (error) throw new Error('The parent record could not be fetched', { cause: error });
  return data;
}
