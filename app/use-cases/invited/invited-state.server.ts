import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import type { InviteContext } from '~/backend/schemas/invites';
import { INVITED, invitedState } from '~/journeys/invited';
import type { StepName } from '~/journeys/journey';
import type { JoinState } from '~/journeys/join-state';
import { toPaidOrder } from '~/use-cases/checkout/receipt.server';
import { getInviteLink, invitedOf, belongsToAnotherPerson, openInvite, requireInvite } from './open-invite.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Steps that only need an invite. */
type EarlyStep = Extract<StepName, 'step1' | 'credentials'>;

interface InvitedState {
  state?: JoinState;
  /** Only if it was fetched. */
  invite?: InviteContext;
}

/** Opens a step that only needs an invite (`open` of `defineStep`). Viewing creates no session. @throws Response as `requireInvitedState` does */
export async function openInvitedStep(
  context: RequestContext,
  name: EarlyStep,
  guard: (state: JoinState | undefined) => JoinState,
) {
  const { state, invite } = await requireInvitedState(context, name);
  return { state: guard(state), invite, link: getInviteLink(context) };
}

/**
 * The state of an invited sign-up, from the session or newly created for the followed invite.
 *
 * @throws Response a redirect if the invite is dead or completed, or belongs to another person than the session
 */
export async function requireInvitedState(context: RequestContext, name: EarlyStep): Promise<InvitedState> {
  const { state } = context.session;
  try {
    if (await mayReplaceSignUp(context)) throw redirect('/invite', 303);
    if (state?.invited) return name === 'credentials' ? await reloadState(context, state) : { state };
    if (!context.invite) return { state };
    const invite = await requireInvite(context, context.invite);
    const fresh = invitedState(invitedOf(context.invite, invite));
    const paid = paidElsewhere(invite, context.services.clock.now());
    return { state: { ...fresh, drafts: state?.drafts, notice: state?.notice, ...paid }, invite };
  } catch (thrown) {
    // Keeps the typed input for a visitor who returns to this sign-up.
    context.posted.saveDraft();
    throw thrown;
  }
}

/** Whether `/invite` asks about the followed invite. One that opens nothing must not keep an invited parent from their own pages. */
async function mayReplaceSignUp(context: RequestContext): Promise<boolean> {
  const { invite, session } = context;
  if (!invite || !belongsToAnotherPerson(context)) return false;
  if (!session.state?.invited) return true;
  const { data } = await safe(openInvite(context, invite));
  return data?.status === 'open';
}

/** The order may have been paid in another browser since. */
async function reloadState(context: RequestContext, state: JoinState): Promise<InvitedState> {
  if (state.paid || state.credentials || INVITED.getStep('credentials').isOpen(state)) return { state };
  const invite = await requireInvite(context, getInviteLink(context));
  return {
    state: invite.paidOrder
      ? { ...state, attempt: undefined, ...paidElsewhere(invite, context.services.clock.now()) }
      : state,
    invite,
  };
}

function paidElsewhere(invite: InviteContext, now: Date): Partial<JoinState> {
  const { paidOrder } = invite;
  if (!paidOrder) return {};
  const { order, timeZone, billingAddress } = paidOrder;
  const { firstName, lastName } = invite.parent;
  // Only the browser that paid may report the payment to a tag manager.
  const answer = { ...paidOrder.answer, gaPayloadBase64: null };
  const paid = toPaidOrder(order, answer, {
    email: invite.parent.email ?? '',
    now,
    payer: { name: `${firstName} ${lastName}`.trim() || null, address: billingAddress },
  });
  return { paid: { ...paid, timeZone }, order, chosenPackage: { id: order.packageId, buildYourOwn: false } };
}
