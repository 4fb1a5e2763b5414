import { redirect } from '@remix-run/node';
import { resetForNewCountry, resetForNewRegion } from '~/forms/billing';
import { findIntent, INTENTS, MORE_TIME_GIVEN } from '~/forms/intents';
import { followTypedCode } from '~/forms/typed-phone';
import { dropMisshapenChildren } from '~/forms/children-edit';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { RedirectTarget, SignUpJourney, StepName } from '~/journeys/journey';
import type { OpenStates } from '~/journeys/open-states';
import { saveDraft } from './drafts.server';
import { endedPath } from './ended-session.server';
import { getSignUpJourney } from '~/journeys/journey';
import type { RequestContext } from '~/server/request/request-context.server';

/** Overrides the session's state (for a visitor who has only an invite) and the address's journey. */
interface GuardOptions {
  state?: JoinState;
  journey?: SignUpJourney;
}

/**
 * Guard of every loader of a parent's journey.
 * @returns the join state, with everything that opens the step; a fresh one for a new visitor
 * @throws Response a redirect while the step is locked
 */
export function requireStep<Name extends StepName>(
  context: RequestContext,
  name: Name,
  { state = context.session.state, journey = getSignUpJourney(context) }: GuardOptions = {},
): OpenStates[Name] {
  if (isExpired(context, state) && name !== 'receipt') {
    const { path } = journey.getStep(name);
    if (path !== journey.start) throw redirect(journey.start);
    // Shown once: this response also deletes the expired session's cookie.
    context.session.end();
    return getOpenState(journey, name, { ...freshState, notice: 'expired' });
  }
  const ended = state ? undefined : endedPath(context);
  if (ended && journey.getStep(name).path !== journey.start) throw redirect(ended, 303);
  const target = journey.guard(name, state);
  if (target) throw redirectToTarget(context, target);
  return getOpenState(journey, name, state ?? freshState);
}

/** The guard for actions. Saves a draft when the step is locked, or Back or more time was asked for. @throws Response a redirect then */
export async function requireStepSubmission<Name extends StepName>(
  request: Request,
  context: RequestContext,
  name: Name,
): Promise<{ state: OpenStates[Name]; form: FormData }> {
  const form = await readSubmittedForm(request, context, name);
  return requireOpenSubmission(context, name, { form, state: context.session.state });
}

/** Reads the form, and saves it as a draft when the page breaks. */
export async function readSubmittedForm(request: Request, context: RequestContext, name: StepName): Promise<FormData> {
  const form = followTypedCode(
    resetForNewRegion(resetForNewCountry(dropMisshapenChildren(copyForm(await request.formData())))),
  );
  // Whoever had this browser before knows the id that it has now.
  if (context.journey.name === 'invited' && !context.session.state?.invited) context.session.renewId('invite');
  context.posted.setForm(form);
  context.posted.setDraftSaver(() => saveDraft(context, name, form));
  return form;
}

/**
 * A form with strings of its own. V8 makes a longer value a slice of the whole posted text, and would keep a card's number in memory for as
 * long as any other answer of its form.
 */
function copyForm(posted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, Buffer.from(String(value)).toString());
  return form;
}

/** `requireStepSubmission` for a form that was already read. */
export function requireOpenSubmission<Name extends StepName>(
  context: RequestContext,
  name: Name,
  { form, state }: { form: FormData; state: JoinState | undefined },
): { state: OpenStates[Name]; form: FormData } {
  const { session } = context;
  const journey = getSignUpJourney(context);
  const { back, path } = journey.getStep(name);
  // What was typed is of a sign-up that is paid, and must not begin another one.
  const ended = state ? undefined : endedPath(context);
  if (ended && path !== journey.start) throw redirect(ended, 303);
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
  if (findIntent(form) === INTENTS.moreTime) {
    saveDraft(context, name, form);
    throw redirect(`${path}${MORE_TIME_GIVEN}`, 303);
  }
  context.posted.accept({ journey: journey.name, name });
  return { state: getOpenState(journey, name, state ?? session.fresh), form };
}

/** @throws Error when guard and table disagree */
function getOpenState<Name extends StepName>(journey: SignUpJourney, name: Name, state: JoinState): OpenStates[Name] {
  const { isOpen, path }: { isOpen(state: JoinState): state is OpenStates[Name]; path: string } = journey.getStep(name);
  if (!isOpen(state)) throw new Error(`The guard opened ${path}, but the step is locked`);
  return state;
}

function isExpired({ session }: RequestContext, state: JoinState | undefined): boolean {
  return session.expired && state === undefined;
}

/** To the step after this one. */
export function redirectAfter(context: RequestContext, name: StepName, after: JoinState): Response {
  return redirect(getSignUpJourney(context).getStep(name).next(after), 303);
}

export function redirectToStep(context: RequestContext, name: StepName): Response {
  return redirect(getSignUpJourney(context).getStep(name).path, 303);
}

/** To the redirect target of a locked step. */
export function redirectToOpenStep(context: RequestContext, name: StepName): Response {
  const ended = endedPath(context);
  if (ended) return redirect(ended, 303);
  const target = getSignUpJourney(context).guard(name, context.session.state);
  return redirectToTarget(context, target ?? { home: true });
}

function redirectToTarget(context: RequestContext, target: RedirectTarget): Response {
  if ('to' in target) return redirect(target.to, 303);
  return redirect(mainProductUrl(context, context.page.links.home), 303);
}

/** Absolute, because Remix puts our base path before a relative one. */
export function mainProductUrl({ origin }: RequestContext, url: string): string {
  return new URL(url, origin).href;
}
