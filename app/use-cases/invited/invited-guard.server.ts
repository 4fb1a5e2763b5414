import { redirect } from '@remix-run/node';
import type { InviteContext } from '~/backend/schemas/invites';
import { INVITED } from '~/journeys/invited/journey';
import { isStepOpen } from '~/journeys/journey';
import { invitedState } from '~/journeys/invited/progress';
import type { StepName } from '~/journeys/journey';
import type { JoinState } from '~/journeys/join-state';
import { toPaidOrder } from '~/use-cases/checkout/after-payment.server';
import { getInviteLink, invitedOf, belongsToAnotherPerson, requireInvite } from './open-invite.server';
import { readSubmittedForm, requireOpenSubmission, requireStep } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Steps that the invite alone opens. */
type EarlyStep = Extract<StepName, 'step1' | 'credentials'>;

/**
 * Guard of the steps that an invite opens. Viewing creates no session.
 * @returns `invite` only when it had to be fetched
 * @throws Response a redirect while the step is locked
 */
export async function requireInvitedStep(context: RequestContext, name: EarlyStep) {
  const { state, invite } = await loadState(context, name);
  const openState = requireStep(context, name, { state, journey: INVITED });
  return { state: openState, invite, link: getInviteLink(context) };
}

/** The guard for actions. */
export async function requireInvitedSubmission(request: Request, context: RequestContext, name: EarlyStep) {
  const form = await readSubmittedForm(request, context, name);
  const { state, invite } = await loadState(context, name).catch((thrown: unknown) => {
    // The link died or was completed elsewhere; a new one finds this draft.
    if (!belongsToAnotherPerson(context)) context.posted.saveDraft();
    throw thrown;
  });
  return { ...requireOpenSubmission(context, name, { form, state }), invite, link: getInviteLink(context) };
}

async function loadState(
  context: RequestContext,
  name: EarlyStep,
): Promise<{ state?: JoinState; invite?: InviteContext }> {
  if (belongsToAnotherPerson(context)) throw redirect('/invite', 303);
  const { state } = context.session;
  if (state?.invited) return name === 'credentials' ? loadPaidState(context, state) : { state };
  if (!context.invite) return { state };
  const invite = await requireInvite(context, context.invite);
  const invited = invitedOf(context.invite, invite);
  return {
    state: {
      ...invitedState(invited),
      drafts: state?.drafts,
      notice: state?.notice,
      ...paidElsewhere(invite, context.services.clock.now()),
    },
    invite,
  };
}

/** The order may have been paid in another browser since. */
async function loadPaidState(context: RequestContext, state: JoinState) {
  if (state.paid || state.credentials || isStepOpen(INVITED.getStep('credentials'), state)) return { state };
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
  // Tags are only for the browser that paid.
  const answer = { ...paidOrder.answer, gaPayloadBase64: null };
  const paid = toPaidOrder(order, answer, {
    email: invite.parent.email ?? '',
    now,
    payer: { name: `${firstName} ${lastName}`.trim() || null, address: billingAddress },
  });
  return { paid: { ...paid, timeZone }, order, chosenPackage: { id: order.packageId, buildYourOwn: false } };
}
