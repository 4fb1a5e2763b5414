import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { readConflict, readRefusal, isRefusal } from '~/backend/refusal';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { ScreenData } from '~/components/page/route-handle';
import { normaliseEmail } from '~/domain/email';
import { formatWait } from '~/i18n/format-wait';
import { en } from '~/i18n/resources';
import { translatorOf } from '~/i18n/translator';
import type { JoinState, NoticeName } from '~/journeys/join-state';
import { getSignUpJourney } from '~/journeys/journey';
import type { Path } from '~/journeys/sequence';
import { afterDuplicate, stateToStartAgain } from '~/journeys/start-again';
import type { RequestContext } from '~/server/request/request-context.server';
import { SECRET_FIELDS } from '~/steps';
import { HONEYPOT, SHOWN } from '~/steps/control-fields';
import { isLanguageSwitch } from '~/steps/intents';
import { describeFaults, readShown } from '~/steps/shown-errors';
import { leaveForNewLink, linkOf } from '~/use-cases/invited/open-invite.server';

/** Why a step's page is shown again. */
export interface Refusal<Shown extends object = object> {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  /** If omitted, 422 with errors and 200 without. */
  status?: number;
  /** Adds no new errors to the form, as after a secondary button. */
  quiet?: boolean;
  /** The backend has checked the answer again, so that what it found before is over. */
  isChecked?: boolean;
  /** More data for the page. */
  shown?: Shown;
}

/** Thrown to reject a step's answer. The page is shown again with all input. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';

  constructor(readonly refusal: Refusal) {
    super('The step rejected the answer');
  }
}

/** The action's data for a page with a form. */
export interface FormResponse extends ScreenData {
  result: SubmissionResult;
  /** Names of typed secrets that are not sent back. */
  emptied?: readonly string[];
  /** Entries of the form's hidden field (`describeFaults`). */
  faults?: readonly string[];
}

/**
 * Responds with the page, all input and its errors. A language switch or a secondary button adds no new errors. After a successful
 * secondary button, errors stay only at their fields, and neither the title nor a summary reports a failure.
 */
export function showAgain<Shown extends object = object>(
  form: FormData,
  submission: Submission<unknown>,
  { formErrors = [], fieldErrors = {}, status, quiet = false, isChecked = false, shown }: Refusal<Shown> = {},
) {
  const result = submission.reply({ hideFields: [...SECRET_FIELDS] });
  const givenErrors = { ...(formErrors.length > 0 && { '': formErrors }), ...fieldErrors };
  const addsNoErrors = isLanguageSwitch(form) || quiet;
  const before = isLanguageSwitch(form) && !isChecked ? backendErrorsShownBefore(form) : {};
  const { '': _above, ...atFields } = before;
  const ofSchema = addsNoErrors ? pick(result.error, namesShownBefore(form)) : result.error;
  const error = { ...before, ...ofSchema, ...givenErrors };
  const more = { faults: describeFaults(atFields), ...(shown as Shown) };
  if (Object.keys(error).length === 0)
    return data<FormResponse & Shown>(
      {
        result: { ...result, status: undefined, error: undefined } as SubmissionResult,
        // Overrides the loader's, which may be about an earlier failure.
        ...(quiet && { hasErrors: false }),
        ...(addsNoErrors && { emptied: typedSecrets(form) }),
        ...more,
      },
      { status: status ?? 200 },
    );
  const hasNewErrors = !addsNoErrors || Object.keys(givenErrors).length > 0;
  const hasErrors = hasNewErrors || isLanguageSwitch(form);
  return data<FormResponse & Shown>(
    { result: { ...result, status: 'error', error }, hasErrors, emptied: typedSecrets(form), ...more },
    { status: hasNewErrors ? (status ?? 422) : 200 },
  );
}

type Errors = NonNullable<SubmissionResult['error']>;

function pick(errors: Errors | undefined, names: readonly string[]): Errors {
  return Object.fromEntries(Object.entries(errors ?? {}).filter(([name]) => names.includes(name)));
}

/** Errors that the page already showed stay visible. */
export function namesShownBefore(form: FormData): string[] {
  return form.getAll(SHOWN).flatMap((names) => String(names).split(' '));
}

/** Errors that the page showed and its schema does not find. Keys that have no text are not ours. */
function backendErrorsShownBefore(form: FormData): Record<string, string[]> {
  const { exists } = translatorOf('en');
  const entries = namesShownBefore(form).filter((name) => !name.includes(':') || exists(name.replace(/^.*=/, '')));
  return readShown(entries);
}

function typedSecrets(form: FormData): readonly string[] {
  return SECRET_FIELDS.filter((name) => (form.get(name) ?? '') !== '');
}

type Consume = RequestContext['services']['limits']['consume'];

/**
 * Counts an attempt. Over the limit it sets `Retry-After`, and the caller chooses page and status.
 *
 * @returns undefined within the limit, otherwise the wait in the visitor's language, such as "40 seconds"
 */
export async function countAttempt(
  context: RequestContext,
  limit: Parameters<Consume>[0],
  options?: Parameters<Consume>[2],
): Promise<string | undefined> {
  const seconds = await context.services.limits.consume(limit, context, options);
  if (seconds === 0) return undefined;
  context.headers.set('Retry-After', String(seconds));
  return formatWait(seconds, context.language);
}

/** @param wait from `countAttempt` */
export function tooManyTries({ t }: Pick<RequestContext, 't'>, wait: string) {
  return { formErrors: [t('errors:tooManyTries', { wait })], status: 429 };
}

interface Counted {
  context: RequestContext;
  form: FormData;
}

/** Counts an attempt at a limited action. @throws StepRefused over the limit */
export async function countTry({ context, form }: Counted, limit: Parameters<Consume>[0]): Promise<void> {
  const wait = await countAttempt(context, limit, { weight: weightOf(context, form) });
  if (wait !== undefined) throw new StepRefused(tooManyTries(context, wait));
}

/**
 * Counts an e-mail that the backend is about to check. Its response reveals whether the e-mail has an account, so the number of different
 * ones is limited (docs/decisions/0020).
 *
 * @throws StepRefused over the limit
 */
export async function countEmail({ context, form }: Counted, email: string | undefined): Promise<void> {
  if (email === undefined) return;
  const options = { uniqueKey: normaliseEmail(email), weight: weightOf(context, form) };
  const wait = await countAttempt(context, 'emailCheck', options);
  if (wait === undefined) return;
  throw new StepRefused({ fieldErrors: { email: [context.t('errors:tooManyEmails', { wait })] }, status: 429 });
}

const HONEYPOT_WEIGHT = 5;

/**
 * A form with a filled honeypot has a higher weight for its browser's limit. It is never rejected, because autofill may have filled the
 * field.
 */
function weightOf({ log }: RequestContext, form: FormData): number {
  if ((form.get(HONEYPOT) ?? '') === '') return 1;
  log.warn({ event: 'honeypot' }, 'the honeypot field was filled');
  return HONEYPOT_WEIGHT;
}

/**
 * Handles the backend's rejection of a parent's answer (docs/rules.md, "Lost registration").
 *
 * @param state as it was when the backend rejected the answer, with the answer's contact
 * @throws Response a redirect for a duplicate, a dead invite or a lost registration
 */
export async function refuseParent(context: RequestContext, error: unknown, state: JoinState): Promise<Refusal> {
  const refusal = readRefusal(error);
  switch (refusal.kind) {
    case 'duplicate': {
      const duplicate = endAtDuplicate(context, state, refusal.whose);
      context.posted.saveDraft();
      throw redirect(duplicate, 303);
    }
    case 'deadInvite':
      throw leaveForNewLink(context);
    case 'gone': {
      const start = await restartSignUp(context, state);
      context.posted.saveDraft();
      throw redirect(start, 303);
    }
    case 'invalid':
      return { formErrors: refusal.texts };
    case 'unknown':
      context.log.error({ err: refusal.error }, 'failed to call the backend for a registration');
      return { formErrors: ['common:errors.unexpected'], status: 502 };
  }
}

/** Whether the backend rejected an answer because this person has an account. */
export function isDuplicate(error: unknown, person: 'parent' | 'coParent'): boolean {
  const refusal = readRefusal(error);
  return refusal.kind === 'duplicate' && refusal.whose === person;
}

/** Shows the page with a warning, which has no errors. Continue then confirms the e-mail. */
export function warnOfDuplicate(email: string): StepRefused {
  return new StepRefused({ status: 422, shown: { mayBeDuplicate: email, isFirstWarning: true, hasErrors: true } });
}

/**
 * Ends a sign-up because this person has an account.
 *
 * @param state with the answer that names the account
 * @returns the page about it
 */
export function endAtDuplicate({ session }: RequestContext, state: JoinState, whose: 'parent' | 'coParent'): Path {
  const person = whose === 'parent' ? state.parent : state.family?.coParent;
  session.reset(afterDuplicate(state, { whose, email: person?.email ?? '' }));
  return '/duplicate';
}

/**
 * Restarts a sign-up that the backend has lost (docs/rules.md, "Lost registration").
 *
 * @returns the first page
 */
export async function restartSignUp(
  context: RequestContext,
  state: JoinState,
  notice: NoticeName = state.notice === 'nothingCharged' ? 'startAgainUncharged' : 'startAgain',
): Promise<Path> {
  const { invited, ...fresh } = stateToStartAgain(state);
  // The first step opens the invite again, and checks whether it has ended.
  if (invited) await context.setInvite(linkOf(invited));
  context.session.reset({ ...fresh, notice });
  return getSignUpJourney(context).restartPath;
}

/** Handles the backend's rejection of a professional's answer. @param fields of the step's form */
export function refuseProfessional(context: RequestContext, error: unknown, fields: readonly string[]): Refusal {
  const faults = readConflict(error);
  if (faults) {
    const placed = placeFaults(faults, fields);
    return { ...placed, shown: { faults: describeFaults(placed.fieldErrors) } };
  }
  context.log.error({ err: error }, 'failed to call the backend for a professional');
  return { formErrors: [GENERIC_FAULT], status: 502 };
}

/** Puts each fault on its field, or above the form if the step has no such field (docs/rules.md, "Validator faults"). */
export function placeFaults(faults: ValidationErrors, fields: readonly string[]) {
  const placed = { fieldErrors: {} as Record<string, string[]>, formErrors: [] as string[] };
  for (const fault of faults) {
    const { field } = fault;
    const message = faultMessage(fault);
    if (fields.includes(field)) (placed.fieldErrors[field] ??= []).push(message);
    else placed.formErrors.push(message);
  }
  if (faults.length === 0) placed.formErrors.push(GENERIC_FAULT);
  return placed;
}

export const GENERIC_FAULT = 'common:errors.generic';

/** The fault's text, or the key of a message. */
export function faultMessage({ field, text }: ValidationErrors[number]): string {
  const key = `signup_${field}_error`;
  return text.trim() || (Object.hasOwn(en.professional, key) ? `professional:${key}` : GENERIC_FAULT);
}

/** A rejection is an ordinary response, logged as a warning. Everything else is an error. */
export function logFailedCall({ log }: Pick<RequestContext, 'log'>, error: unknown, message: string): void {
  log[isRefusal(error) ? 'warn' : 'error']({ err: error }, message);
}
