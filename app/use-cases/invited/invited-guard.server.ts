import { redirect } from '@remix-run/node';
import type { InviteContext } from '~/backend/schemas/invites';
import { INVITED } from '~/journeys/invited/journey';
import { isStepOpen } from '~/journeys/journey';
import { invitedState } from '~/journeys/invited/progress';
import type { StepName } from '~/journeys/journey';
import type { JoinState } from '~/journeys/join-state';
import { getInviteLink, invitedOf, belongsToAnotherPerson, requireInvite } from './open-invite.server';
import { readSubmittedForm, requireOpenSubmission, requireStep } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** A step that opens before anything was entered, from the invite alone. */
type EarlyStep = Extract<StepName, 'step1' | 'credentials'>;

/**
 * The guard of the steps that an invite opens by itself. No row is made for who only looks.
 *
 * @returns the state, made from the invite where nothing was entered yet; the invite's link; `invite` where it had to be asked for
 * @throws Response a redirect to where the person belongs
 */
export async function requireInvitedStep(context: RequestContext, name: EarlyStep) {
  const { state, invite } = await stateByInvite(context, name);
  const open = requireStep(context, name, { state, journey: INVITED });
  return { state: open, invite, link: getInviteLink(context) };
}

/** The same guard for actions, with the form. */
export async function requireInvitedSubmission(request: Request, context: RequestContext, name: EarlyStep) {
  const form = await readSubmittedForm(request, context, name);
  const { state, invite } = await stateByInvite(context, name).catch((thrown: unknown) => {
    // The link died, or was completed elsewhere: a new one finds what was typed here.
    if (!belongsToAnotherPerson(context)) context.posted.saveDraft();
    throw thrown;
  });
  return { ...requireOpenSubmission(context, name, { form, state }), invite, link: getInviteLink(context) };
}

async function stateByInvite(
  context: RequestContext,
  name: EarlyStep,
): Promise<{ state?: JoinState; invite?: InviteContext }> {
  if (belongsToAnotherPerson(context)) throw redirect('/invite', 303);
  const { state } = context.session;
  if (state?.invited) return name === 'credentials' ? stateBehindPayment(context, state) : { state };
  if (!context.invite) return { state };
  const invite = await requireInvite(context, context.invite);
  const invited = invitedOf(context.invite, invite);
  return { state: { ...invitedState(invited), drafts: state?.drafts, ...paidAlready(invite) }, invite };
}

/** What was begun here may have been paid for in another browser since: the backend knows. */
async function stateBehindPayment(context: RequestContext, state: JoinState) {
  if (state.paid || state.credentials || isStepOpen(INVITED.getStep('credentials'), state)) return { state };
  const invite = await requireInvite(context, getInviteLink(context));
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
