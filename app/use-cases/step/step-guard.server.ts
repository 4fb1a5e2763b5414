import { redirect } from '@remix-run/node';
import { resetForNewCountry } from '~/forms/billing';
import { dropMisshapenChildren } from '~/forms/children-edit';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { SignUpJourney, StepName } from '~/journeys/journey';
import type { OpenStates } from '~/journeys/open-states';
import { saveDraft } from './drafts.server';
import { getSignUpJourney, redirectToTarget } from './step-redirect.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Another state than the session's, for who has entered nothing but comes with an invite; another journey than the address's. */
interface GuardOptions {
  state?: JoinState;
  journey?: SignUpJourney;
}

/**
 * The guard that every loader of a parent's journey starts with.
 *
 * @returns the join state, in which everything is there that opens the step; a fresh one for a visitor who has entered nothing
 * @throws Response a redirect to where the person belongs
 */
export function requireStep<Name extends StepName>(
  context: RequestContext,
  name: Name,
  { state = context.session.state, journey = getSignUpJourney(context) }: GuardOptions = {},
): OpenStates[Name] {
  if (isExpired(context, state) && name !== 'receipt') {
    const { path } = journey.getStep(name);
    if (path !== journey.start) throw redirect(journey.start);
    // Told once: the cookie of the session that is gone goes with the page that says so.
    context.session.end();
    return getOpenState(journey, name, { ...freshState, notice: 'expired' });
  }
  const target = journey.guard(name, state);
  if (target) throw redirectToTarget(context, target);
  return getOpenState(journey, name, state ?? freshState);
}

/**
 * The same guard for actions. Takes the form, and keeps what was typed as a draft when the step may not be opened now or the person
 * presses Back.
 *
 * @throws Response a redirect: out of order, or back
 */
export async function requireStepSubmission<Name extends StepName>(
  request: Request,
  context: RequestContext,
  name: Name,
): Promise<{ state: OpenStates[Name]; form: FormData }> {
  const form = await readSubmittedForm(request, context, name);
  return requireOpenSubmission(context, name, { form, state: context.session.state });
}

/** Reads a step's form, and sees to it that what was typed is kept where the page breaks. */
export async function readSubmittedForm(request: Request, context: RequestContext, name: StepName): Promise<FormData> {
  const form = resetForNewCountry(dropMisshapenChildren(await request.formData()));
  context.posted.setDraftSaver(() => saveDraft(context, name, form));
  return form;
}

/** The guard of `requireStepSubmission`, for a form that was read before. */
export function requireOpenSubmission<Name extends StepName>(
  context: RequestContext,
  name: Name,
  { form, state }: { form: FormData; state: JoinState | undefined },
): { state: OpenStates[Name]; form: FormData } {
  const { session } = context;
  const journey = getSignUpJourney(context);
  const { back, path } = journey.getStep(name);
  const startsAgain = isExpired(context, state) && path !== journey.start;
  const target = startsAgain ? { to: journey.start } : journey.guard(name, state);
  if (target) {
    if (!state?.paid) saveDraft(context, name, form);
    if (isExpired(context, state)) session.update({ notice: 'expired' });
    throw redirectToTarget(context, target);
  }
  if (back && form.has('back')) {
    saveDraft(context, name, form);
    throw redirect(journey.getStep(back).path, 303);
  }
  context.posted.accept({ journey: journey.name, name });
  return { state: getOpenState(journey, name, state ?? session.fresh), form };
}

/** What a row's `isOpen` promises. @throws Error where a guard lets somebody in to whom the row is locked */
function getOpenState<Name extends StepName>(journey: SignUpJourney, name: Name, state: JoinState): OpenStates[Name] {
  const { isOpen, path }: { isOpen(state: JoinState): state is OpenStates[Name]; path: string } = journey.getStep(name);
  if (!isOpen(state)) throw new Error(`The guard opened ${path}, and its row says that it is locked`);
  return state;
}

/** What was entered is gone, and nothing else tells who the person is. */
function isExpired({ session }: RequestContext, state: JoinState | undefined): boolean {
  return session.expired && state === undefined;
}
