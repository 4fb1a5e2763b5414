import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { ScreenData } from '~/components/page/route-handle';
import { SECRET_FIELDS } from '~/forms/control-fields';
import type { RequestContext } from '~/server/request/request-context.server';

export interface FormResponse extends ScreenData {
  result: SubmissionResult;
  /** Names of the secrets that were typed and are not sent back. */
  emptied?: readonly string[];
}

/** The page again with everything typed and its errors (422). After a language switch or a secondary button it adds no new errors (200). */
export function formError<Extra extends object = object>(
  context: RequestContext,
  form: FormData,
  submission: Submission<unknown>,
  options: {
    formErrors?: string[];
    fieldErrors?: Record<string, string[]>;
    quiet?: boolean;
    status?: number;
    extra?: Extra;
  } = {},
) {
  const { formErrors = [], fieldErrors = {}, quiet = false, status = 422, extra } = options;
  const result = submission.reply({ hideFields: [...SECRET_FIELDS] });
  const givenErrors = { ...(formErrors.length > 0 ? { '': formErrors } : {}), ...fieldErrors };
  const hasGivenErrors = Object.keys(givenErrors).length > 0;
  const addsNoErrors = form.has('language') || quiet;
  const error = { ...(addsNoErrors ? errorsShownBefore(form, result) : result.error), ...givenErrors };
  if (Object.keys(error).length === 0)
    return data({ result: { ...result, status: undefined, error: undefined } as SubmissionResult, ...extra });
  return data<FormResponse>(
    { result: { ...result, status: 'error', error }, hasErrors: true, emptied: typedSecrets(form), ...extra },
    { status: addsNoErrors && !hasGivenErrors ? 200 : status },
  );
}

function typedSecrets(form: FormData): readonly string[] {
  return SECRET_FIELDS.filter((name) => (form.get(name) ?? '') !== '');
}

/** Errors that the page already showed stay visible. */
function errorsShownBefore(form: FormData, { error }: SubmissionResult): NonNullable<SubmissionResult['error']> {
  const shown = new Set(form.getAll('shown').flatMap((names) => String(names).split(' ')));
  return Object.fromEntries(Object.entries(error ?? {}).filter(([name]) => shown.has(name)));
}
