import type { SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import { resetForNewCountry } from '~/forms/billing';
import { dropMisshapenChildren } from '~/forms/children-edit';
import { freshState, journeyOf, type JoinState, type NoticeName } from '~/journeys/join-state';
import { readDraft, fillFromDraft } from './form-response.server';
import { draftKey, type RedirectTarget, type StepName } from '~/journeys/journey';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * The guard that every loader of a parent's journey starts with.
 *
 * @param state another than the session's, for who has entered nothing but comes with an invite
 * @returns the join state; a fresh one for a visitor who has entered nothing
 * @throws Response a redirect to where the person belongs
 */
export function requireStep(context: RequestContext, name: StepName, state = context.session.state): JoinState {
  const { session, journey } = context;
  if (isExpired(context, state) && name !== 'receipt') {
    if (journey.getStep(name).path !== journey.start) throw redirect(journey.start);
    // Told once: the cookie of the session that is gone goes with the page that says so.
    session.end();
    return { ...freshState, notice: 'expired' };
  }
  const elsewhere = journey.guard(name, state);
  if (elsewhere) throw redirectToTarget(context, elsewhere);
  return state ?? freshState;
}

/**
 * The same guard for actions. Takes the form, and keeps what was typed as a draft when the step may not be opened now or the person
 * presses Back.
 *
 * @param state as in `requireStep`
 * @throws Response a redirect: out of order, or back
 */
export async function requireStepSubmission(
  request: Request,
  context: RequestContext,
  name: StepName,
  state = context.session.state,
): Promise<{ state: JoinState; form: FormData }> {
  return requireOpenSubmission(context, name, { form: await readSubmittedForm(request, context, name), state });
}

/** Reads a step's form, and sees to it that what was typed is kept where the page breaks. */
export async function readSubmittedForm(request: Request, context: RequestContext, name: StepName): Promise<FormData> {
  const form = resetForNewCountry(dropMisshapenChildren(await request.formData()));
  context.saveDraft = () => saveDraft(context, name, form);
  return form;
}

/** The guard of `requireStepSubmission`, for a form that was read before. */
export function requireOpenSubmission(
  context: RequestContext,
  name: StepName,
  { form, state }: { form: FormData; state: JoinState | undefined },
): { state: JoinState; form: FormData } {
  const { session, journey } = context;
  const { back, path } = journey.getStep(name);
  const startsAgain = isExpired(context, state) && path !== journey.start;
  const elsewhere = startsAgain ? { to: journey.start } : journey.guard(name, state);
  if (elsewhere) {
    if (!state?.paid) saveDraft(context, name, form);
    if (isExpired(context, state)) session.update({ notice: 'expired' });
    throw redirectToTarget(context, elsewhere);
  }
  if (back && form.has('back')) {
    saveDraft(context, name, form);
    throw redirect(journey.getStep(back).path, 303);
  }
  context.step = { journey: journey.name, name };
  return { state: state ?? session.fresh, form };
}

/** What was entered is gone, and nothing else tells who the person is. */
function isExpired({ session }: RequestContext, state: JoinState | undefined): boolean {
  return session.expired && state === undefined;
}

/** Takes the notice that is to be shown once. */
export function takeNotice(context: RequestContext, state: JoinState): NoticeName | undefined {
  if (state.notice && context.session.state) context.session.update({ notice: undefined });
  return state.notice;
}

/** The same, for a page that opens without any state: it tells too that what was entered is gone. */
export function takeExpiryNotice(context: RequestContext): NoticeName | undefined {
  const { session } = context;
  if (session.state) return takeNotice(context, session.state);
  if (!session.expired) return undefined;
  session.end();
  return 'expired';
}

/** Forgets the draft of a step whose answers were accepted. */
export function withoutDraft(state: JoinState, name: StepName): Pick<JoinState, 'drafts'> {
  if (!state.drafts) return {};
  const done = draftKey(journeyOf(state), name);
  return { drafts: Object.fromEntries(Object.entries(state.drafts).filter(([key]) => key !== done)) };
}

/** The form of a step as it was left unfinished. */
export function findDraft(state: JoinState, name: StepName): SubmissionResult | undefined {
  return fillFromDraft(state.drafts?.[draftKey(journeyOf(state), name)]);
}

/** Keeps what was typed, but for secrets, until the person comes back to the step. */
export function saveDraft({ session, journey }: RequestContext, name: StepName, form: FormData): void {
  const draft = readDraft(form);
  if (draft) session.update({ drafts: { ...session.state?.drafts, [draftKey(journey.name, name)]: draft } });
}

/** Does what may lead the person away by a redirect it throws; what was typed is then kept as a draft. */
export async function savingDraftOnRedirect<Result>(
  context: RequestContext,
  name: StepName,
  form: FormData,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) saveDraft(context, name, form);
    throw error;
  }
}

/** The redirect to where a person belongs who may not be on a step. */
export function redirectToOpenStep(context: RequestContext, name: StepName): Response {
  return redirectToTarget(context, context.journey.guard(name, context.session.state) ?? { home: true });
}

/** The address of a page of the main product, for a redirect: Remix would put our base path before a mere path. */
export function mainProductUrl({ origin }: RequestContext, url: string): string {
  return new URL(url, origin).href;
}

function redirectToTarget(context: RequestContext, elsewhere: RedirectTarget): Response {
  if ('to' in elsewhere) return redirect(elsewhere.to, 303);
  return redirect(mainProductUrl(context, context.page.links.home), 303);
}
