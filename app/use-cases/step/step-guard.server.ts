import { parse, type SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import type { ShownNotice } from '~/components/page/notice';
import { hasBegun, isForAnotherPerson, personOf, type SessionState } from '~/journeys/current-sign-up';
import type { EndedAs } from '~/journeys/join-state';
import { draftKey, freshState, isNoticeName, type Draft, type JoinState, type NoticeName } from '~/journeys/join-state';
import type { AnyJourney, AnyStepName, OpenState, StepName } from '~/journeys/journey';
import { nothingToRetry, type ProfessionalState } from '~/journeys/professional';
import type { RedirectTarget, Step } from '~/journeys/sequence';
import { queryOf } from '~/server/request/page.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { contactStepsOf, findForm, SECRET_FIELDS } from '~/steps';
import type { ContactRecord } from '~/steps/contact';
import { BOX_TERMS, isControlField, SHOWN_NOTICE } from '~/steps/control-fields';
import { findIntent, INTENTS, isLanguageSwitch, MORE_TIME_GIVEN } from '~/steps/intents';
import { mainProductUrl } from './own-path.server';

/** The changes of an accepted answer to the session, limited to its own journey. Undefined removes a slice. */
export type Patch<Name extends AnyStepName> = Name extends StepName
  ? Partial<JoinState> & None<ProfessionalState>
  : Partial<ProfessionalState> & None<JoinState>;

type None<Of> = { [Slice in keyof Of]?: never };

/** The slices of either journey's state. */
type Slices = Partial<SessionState>;

/** A step in a request's journey. */
interface GuardedStep extends Step<SessionState, AnyStepName> {
  journey: AnyJourney;
  /** The slice with its journey's drafts. */
  drafts: 'drafts' | 'proDrafts';
  /** The key of its draft in that slice. */
  key: string;
}

/**
 * Guard of a loader.
 *
 * @param state overrides the session's, for a visitor who has only an invite
 * @returns the state, with everything that opens the step; a fresh one for a new visitor
 * @throws Response a redirect while the step is locked
 */
export function requireStep<Name extends AnyStepName>(
  context: RequestContext,
  name: Name,
  state: JoinState | undefined = context.session.state,
): OpenState<Name> {
  const step = getGuardedStep(context, name);
  if (isExpired(context, state) && name !== 'receipt' && !isExpiryOfAnother(context)) {
    if (step.path !== step.journey.start) throw redirect(step.journey.start, 303);
    // The notice is shown once, because this response also deletes the expired session's cookie.
    context.session.end();
    return getOpenState(step, { ...freshState, [noticeOf(context)]: 'expired' });
  }
  throwIfEnded(context, step, state);
  const target = step.journey.guard(name, state);
  if (target) throw redirectToTarget(context, target);
  return getOpenState(step, state ?? freshState);
}

/** What the next page says about a press on a page that no longer counts. */
interface LateNotices {
  /** Its sign-up has expired. Undefined for the notice of any step. */
  expired?(form: FormData): NoticeName | undefined;
  /** An answer on another page has locked it. Undefined if the next page says so itself. */
  outdated(form: FormData, state: JoinState): NoticeName | undefined;
}

const LATE_NOTICES: LateNotices = { outdated: () => 'overtaken' };

/** Guard of an action without `defineStep`. @throws Response as `guardPost` does */
export async function requireStepPost<Name extends AnyStepName>(
  request: Request,
  context: RequestContext,
  name: Name,
  notices?: LateNotices,
): Promise<{ state: OpenState<Name>; form: FormData }> {
  const form = await readPost(request, context, name);
  const state = guardPost(context, name, form, context.session.state, notices);
  context.posted.accept({ journey: context.journey.name, name });
  return { state, form };
}

/**
 * Reads the form of a step, and saves it as a draft if the page fails, unless the step keeps none. Every post of a step passes through here
 * before the session is written.
 */
export async function readPost(
  request: Request,
  context: RequestContext,
  name: AnyStepName,
  { keepsDraft = true }: { keepsDraft?: boolean } = {},
): Promise<FormData> {
  const posted = copyForm(await request.formData());
  const form = findForm(context.journey.name, name)?.fit(posted) ?? posted;
  // An earlier user of this browser may know its current session id.
  if (context.journey.name === 'invited' && !context.session.state?.invited) context.session.renewId('invite');
  context.posted.setForm(form);
  if (keepsDraft) {
    const step = getGuardedStep(context, name);
    context.posted.setDraftSaver(
      () => saveDraft(context, step, form),
      () => replaceDraft(context, step, form),
    );
  }
  return form;
}

/**
 * Copies a form's strings. V8 stores a longer value as a slice of the whole posted text, so any other answer of the form would keep the
 * card's number in memory.
 */
function copyForm(posted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, Buffer.from(String(value)).toString());
  return form;
}

/**
 * Opens a step for its form. Saves a draft if the step is locked, or if the visitor pressed Back or asked for more time.
 *
 * @param state overrides the session's, for a visitor who has only an invite
 * @throws Response a redirect in these cases
 */
export function guardPost<Name extends AnyStepName>(
  context: RequestContext,
  name: Name,
  form: FormData,
  state: JoinState | undefined = context.session.state,
  notices = LATE_NOTICES,
): OpenState<Name> {
  const { session } = context;
  const step = getGuardedStep(context, name);
  throwIfEnded(context, step, state);
  const { guard, start, getStep } = step.journey;
  const startsAgain = isExpired(context, state) && step.path !== start;
  const target = startsAgain ? { to: start } : guard(name, state);
  if (target) {
    // The draft gets its invite only with the commit.
    const redirected = redirectToTarget(context, target);
    const isKept = !isFinished(step, state) && saveDraft(context, step, form, state);
    if (isExpired(context, state) || session.isDropped(personOf(step.journey))) {
      const notice = notices.expired?.(form) ?? (isKept ? 'expiredTyped' : undefined);
      if (notice && !isExpiryOfAnother(context)) session.update({ [noticeOf(context)]: notice });
    } else if (state && isOutdated(step, state, target))
      session.update({ [noticeOf(context)]: notices.outdated(form, state) });
    throw redirected;
  }
  if (form.has('back') && step.back) {
    saveDraft(context, step, form, state);
    if (name === 'security' && session.state?.proFailure) session.update(nothingToRetry);
    const named = findNamedStep(step, form.get('back'));
    throw redirect(named ? `${named.path}?${RETURN}=${name}` : getStep(step.back).path, 303);
  }
  if (findIntent(form) === INTENTS.moreTime) {
    saveDraft(context, step, form, state);
    const changing = findNamedStep(step, queryOf({ originalUrl: context.page.address }).get(RETURN));
    throw redirect(`${step.path}?${changing ? `${RETURN}=${changing.name}&` : ''}${MORE_TIME_GIVEN}`, 303);
  }
  return getOpenState(step, state ?? session.fresh);
}

/** Whether an answer on another page has locked the posted step meanwhile, so that the posted page is outdated. */
function isOutdated(step: GuardedStep, state: SessionState, target: RedirectTarget): boolean {
  return (
    !isFinished(step, state) && !state.attempt && 'to' in target && target.to === step.journey.firstUnfinished(state)
  );
}

/** The URL parameter with the step whose Change link led to this one. */
export const RETURN = 'return';

function findNamedStep({ journey }: GuardedStep, named: FormDataEntryValue | null) {
  return journey.steps.find(({ name }) => name === named);
}

/**
 * Stores an accepted answer, drops its draft and redirects to the next step.
 *
 * @param returnTo the step whose Change link led here; it is the next step if it is still open
 */
export function finishStep<Name extends AnyStepName>(
  context: RequestContext,
  name: Name,
  state: OpenState<Name>,
  patch: Patch<Name>,
  returnTo: string | null = null,
): Response {
  const step = getGuardedStep(context, name);
  const { parent }: Slices = patch;
  // An accepted answer of an open step needs no explanation of the expiry, as after that of a whole session.
  const silenced = context.session.isDropped(personOf(step.journey)) ? { [noticeOf(context)]: undefined } : {};
  const after = context.session.update({ ...silenced, ...patch, ...dropDraft(step, state, parent) });
  const changed = findNamedStep(step, returnTo);
  return redirect(changed?.isOpen(after) ? changed.path : step.next(after), 303);
}

/** The state change that drops an accepted step's draft, for a step that does not redirect to the next one. */
export function withoutDraft<Name extends AnyStepName>(
  context: RequestContext,
  name: Name,
  state: OpenState<Name>,
): Slices {
  return dropDraft(getGuardedStep(context, name), state);
}

/** Redirects from a locked step to the step that is open. Redirects to the main product's home page if the step is open. */
export function redirectToOpenStep(context: RequestContext, name: StepName): Response {
  const ended = endedPath(context);
  if (ended) return redirect(ended, 303);
  return redirectToTarget(
    context,
    getGuardedStep(context, name).journey.guard(name, context.session.state) ?? { home: true },
  );
}

export function redirectToStep(context: RequestContext, name: StepName): Response {
  return redirect(getGuardedStep(context, name).path, 303);
}

function redirectToTarget(context: RequestContext, target: RedirectTarget): Response {
  // A visitor who followed an invite has seen its welcome.
  if (context.journey.name === 'invited' && 'to' in target && target.to === '/invite' && hasOnlyInvite(context))
    return redirect('/invite/step1', 303);
  return redirect('to' in target ? target.to : mainProductUrl(context, context.page.links.home), 303);
}

function hasOnlyInvite({ invite, session: { state } }: RequestContext): boolean {
  return invite !== undefined && !state?.invited && !isForAnotherPerson(invite, state);
}

/** The draft in Conform's format. */
export function findDraft(context: RequestContext, name: AnyStepName, state: Slices): SubmissionResult | undefined {
  const { drafts, key } = getGuardedStep(context, name);
  const draft = state[drafts]?.[key];
  if (!draft) return undefined;
  const form = new URLSearchParams();
  for (const [field, values] of Object.entries(draft)) for (const value of values) form.append(field, value);
  return { initialValue: parse(form, { resolve: () => ({ value: {} }) }).payload as SubmissionResult['initialValue'] };
}

/** A notice is shown once, and stays while the visitor only switches the page's language. */
export function takeNotice(context: RequestContext, state: Slices): ShownNotice | undefined {
  const slice = noticeOf(context);
  const name = isExpiryOfAnother(context) ? undefined : state[slice];
  if (name === undefined) return findRepeatedNotice(context);
  if (context.session.state) context.session.update({ [slice]: undefined });
  return { name };
}

/** Of a page with a form, its form names the notice; of another, the language selector. */
function findRepeatedNotice({ repeatedNotice, posted }: RequestContext): ShownNotice | undefined {
  const form = posted.findForm();
  if (form && !isLanguageSwitch(form)) return undefined;
  const name = form ? form.get(SHOWN_NOTICE) : repeatedNotice;
  return isNoticeName(name) ? { name, isRepeated: true } : undefined;
}

function noticeOf({ journey }: RequestContext): 'notice' | 'proNotice' {
  return journey.name === 'professional' ? 'proNotice' : 'notice';
}

/** For pages that open without a state. Also returns the notice that the session expired, unless another person's sign-up did. */
export function takeExpiryNotice(context: RequestContext): ShownNotice | undefined {
  const { session } = context;
  if (!isExpired(context, session.state) || isExpiryOfAnother(context)) return takeNotice(context, session.state ?? {});
  session.end();
  return { name: 'expired' };
}

/** Whether a parent's expired answers were given for another invite than this page's, or only one of the two has an invite. */
export function isExpiryOfAnother({ session, journey, invite, lastInviteId }: RequestContext): boolean {
  if (journey.name === 'professional' || !session.hasExpired('parent')) return false;
  if (journey.name === 'parent') return lastInviteId !== undefined;
  return lastInviteId === undefined || (invite !== undefined && invite.userId !== lastInviteId);
}

/** How a sign-up continued under a session id that this browser does not have (docs/rules.md, "New ids"). */
export type Ending = Exclude<EndedAs, 'invite' | 'left'>;

/**
 * Undefined if the browser has a session, or no sign-up continued. Omits an invite, because its link opens it again. Also omits a sign-up
 * that the visitor left for another one.
 */
export function findEnding({ session: { state, endedAs } }: RequestContext): Ending | undefined {
  return state || endedAs === 'invite' || endedAs === 'left' ? undefined : endedAs;
}

/** The path of the page that explains it, in that sign-up's journey. */
export function endedPath(context: RequestContext): '/signed-up' | undefined {
  const ending = findEnding(context);
  if (!ending) return undefined;
  return (ending === 'professional') === (context.journey.name === 'professional') ? '/signed-up' : undefined;
}

/** The input belongs to a sign-up that has ended, so it must not begin another one. */
function throwIfEnded(context: RequestContext, { path, journey }: GuardedStep, state: JoinState | undefined): void {
  const ended = state ? undefined : endedPath(context);
  if (ended && path !== journey.start) throw redirect(ended, 303);
}

function isExpired({ session, journey }: RequestContext, state: JoinState | undefined): boolean {
  return state === undefined && session.hasExpired(personOf(journey));
}

/** @throws Error if guard and table disagree */
function getOpenState<Name extends AnyStepName>(step: GuardedStep, state: SessionState): OpenState<Name> {
  if (!step.isOpen(state)) throw new Error(`The guard opened ${step.path}, but the step is locked`);
  return state as OpenState<Name>;
}

/** The maximum size of a session's drafts, in bytes. A family of thirty children takes a seventh of it. */
const MAX_BYTES = 32 * 1024;

/**
 * Omits secrets. A form whose fields are empty is saved, too, because the accepted answers or an earlier draft would otherwise fill it again.
 * It does not begin a sign-up. Only Review, whose boxes are not ticked, posts a form without a field.
 *
 * @param state overrides the session's, for a visitor who has only an invite
 * @returns whether the draft was saved
 */
function saveDraft(
  context: RequestContext,
  step: GuardedStep,
  form: FormData,
  state: SessionState | undefined = context.session.state,
): boolean {
  const draft = draftOf(form);
  const { [BOX_TERMS]: _terms, ...fields } = draft;
  const typed = Object.values(fields).flat();
  if (typed.length === 0 && !hasDraft(context, step)) return false;
  if (typed.every((value) => value === '') && !hasBegun(personOf(step.journey), state)) return false;
  const fits = fitDraft(context, step, draft);
  if (!fits) context.posted.leaveUnsaved();
  return fits;
}

/** For a page that shows the form again. Drops a draft that it cannot replace. */
function replaceDraft(context: RequestContext, step: GuardedStep, form: FormData): void {
  if (!hasDraft(context, step) || fitDraft(context, step, draftOf(form))) return;
  context.session.update(dropDraft(step, context.session.state ?? {}));
}

function draftOf(form: FormData): Draft {
  const draft: Draft = {};
  for (const [field, value] of form) {
    if (typeof value === 'string' && !SECRET_FIELDS.includes(field) && !isControlField(field))
      (draft[field] ??= []).push(value);
  }
  return draft;
}

/** @returns false if the drafts would be too large, so that nothing is saved */
function fitDraft(context: RequestContext, step: GuardedStep, draft: Draft): boolean {
  const { session } = context;
  // What is typed makes the session this person's, and another one's answers have expired.
  const silenced: Slices =
    personOf(step.journey) === 'parent' && isExpiryOfAnother(context) ? { notice: undefined } : {};
  const patch: Slices = { ...silenced, [step.drafts]: { ...session.state?.[step.drafts], [step.key]: draft } };
  const { drafts, proDrafts } = { ...session.state, ...patch };
  if (Buffer.byteLength(JSON.stringify([drafts, proDrafts])) > MAX_BYTES) return false;
  session.update(patch);
  return true;
}

/** Clears one field of a step in the posted form and in the draft, so that the step opens without it. */
export function clearTypedField(context: RequestContext, name: AnyStepName, field: string): void {
  context.posted.findForm()?.delete(field);
  const step = getGuardedStep(context, name);
  const known = context.session.state?.[step.drafts];
  const draft = known?.[step.key];
  if (!draft) return;
  const { [field]: _cleared, ...kept } = draft;
  context.session.update({ [step.drafts]: { ...known, [step.key]: kept } });
}

function hasDraft({ session }: RequestContext, { drafts, key }: GuardedStep): boolean {
  return session.state?.[drafts]?.[key] !== undefined;
}

/** @throws Error for a step of another journey */
function getGuardedStep(context: RequestContext, name: AnyStepName): GuardedStep {
  const journey: AnyJourney = context.journey;
  const step = journey.getStep(name);
  const drafts = journey.name === 'professional' ? 'proDrafts' : 'drafts';
  return { journey, drafts, key: draftKey(journey.name, name), ...step };
}

/** Whether the sign-up is paid or registered, so that further input must not begin another one. */
function isFinished({ journey }: GuardedStep, state: Slices = {}): boolean {
  return (journey.name === 'professional' ? state.proDone : state.paid) !== undefined;
}

/** @param parent the contact record after the step; corrects the drafts of other contact forms if the step is one itself */
function dropDraft(step: GuardedStep, state: Slices, parent?: ContactRecord): Slices {
  const { drafts, key } = step;
  const known = state[drafts];
  if (!known) return {};
  const { [key]: _dropped, ...kept } = known;
  return { [drafts]: { ...kept, ...(parent && correctDrafts(step, kept, parent)) } };
}

/** Updates the drafts of all contact forms with the record that one of them changed. */
function correctDrafts(
  { name, journey }: GuardedStep,
  drafts: Record<string, Draft>,
  parent: ContactRecord,
): Record<string, Draft> {
  const steps = contactStepsOf(journey.name);
  const accepted = steps.find(({ step }) => step === name)?.asked ?? [];
  const record: Record<string, string | undefined> = { ...parent };
  const corrected = steps.flatMap(({ step }): [string, Draft][] => {
    const key = draftKey(journey.name, step);
    const draft = drafts[key];
    if (!draft) return [];
    const values = accepted.flatMap((field) =>
      Object.hasOwn(draft, field) && record[field] !== undefined ? [[field, [record[field]]]] : [],
    );
    return [[key, { ...draft, ...Object.fromEntries(values) }]];
  });
  return Object.fromEntries(corrected);
}
