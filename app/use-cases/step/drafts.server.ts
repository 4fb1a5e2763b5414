import { parse, type SubmissionResult } from '@conform-to/react';
import { draftKey, getSignUpJourney, type StepName } from '~/journeys/journey';
import { journeyOf, type Draft, type JoinState } from '~/journeys/join-state';
import { isControlField, SECRET_FIELDS } from '~/forms/control-fields';
import type { ContactRecord } from '~/domain/people';
import type { RequestContext } from '~/server/request/request-context.server';

export function findDraft(state: JoinState, name: StepName): SubmissionResult | undefined {
  return fillFromDraft(state.drafts?.[draftKey(journeyOf(state), name)]);
}

export function saveDraft(context: RequestContext, name: StepName, form: FormData): void {
  const { session } = context;
  const draft = readDraft(form);
  const key = draftKey(getSignUpJourney(context).name, name);
  if (!draft) return;
  const drafts = { ...session.state?.drafts, [key]: draft };
  if (isTooLarge(drafts, session.state?.proDrafts)) context.posted.leaveUnsaved();
  else session.update({ drafts });
}

/** Bytes of all drafts of a session. Nobody types as much: a family of thirty children is a seventh of it. */
const MAX_BYTES = 32 * 1024;

/** Whether these drafts of both kinds are more than one session may hold. */
export function isTooLarge(...drafts: (object | undefined)[]): boolean {
  return Buffer.byteLength(JSON.stringify(drafts)) > MAX_BYTES;
}

/** The forms that ask for parts of the contact record. */
const CONTACT_FORMS: readonly StepName[] = ['step1', 'payment/billing', 'billing-info'];

/**
 * The state change that drops an accepted step's draft.
 *
 * @param accepted what the step told of the contact record; drafts of other forms that ask for the same are brought up to date with it
 */
export function withoutDraft(
  state: JoinState,
  name: StepName,
  accepted: Partial<ContactRecord> = {},
): Pick<JoinState, 'drafts'> {
  if (!state.drafts) return {};
  const journey = journeyOf(state);
  const drafts = { ...state.drafts };
  delete drafts[draftKey(journey, name)];
  for (const form of CONTACT_FORMS) {
    const key = draftKey(journey, form);
    if (drafts[key]) drafts[key] = correctDraft(drafts[key], accepted);
  }
  return { drafts };
}

function correctDraft(draft: Draft, accepted: Partial<ContactRecord>): Draft {
  const known = Object.entries(accepted).filter(([field]) => Object.hasOwn(draft, field));
  return { ...draft, ...Object.fromEntries(known.map(([field, value]) => [field, [value]])) };
}

/** Runs work that may throw a redirect, and saves a draft when it does. */
export async function saveDraftOnRedirect<Result>(
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

/** Leaves out secrets; undefined when nothing was typed. */
export function readDraft(form: FormData): Draft | undefined {
  const draft: Draft = {};
  for (const [field, value] of form) {
    if (typeof value === 'string' && !SECRET_FIELDS.includes(field) && !isControlField(field))
      (draft[field] ??= []).push(value);
  }
  return Object.values(draft).every((values) => values.every((value) => value === '')) ? undefined : draft;
}

export function fillFromDraft(draft: Draft | undefined): SubmissionResult | undefined {
  if (!draft) return undefined;
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(draft)) for (const value of values) form.append(name, value);
  return { initialValue: parse(form, { resolve: () => ({ value: {} }) }).payload as SubmissionResult['initialValue'] };
}
