import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { practiceBodyOf } from '~/backend/professional-request-body';
import { ErrorSummary } from '~/components/form/error-summary';
import { LookupError } from '~/components/form/lookup-error';
import { PracticeFields, practiceLabels } from './practice-fields';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import type { Practice } from '~/domain/professional';
import { findUpdatedPlace, type UpdatedPlace } from '~/forms/billing';
import { PRACTICE_FIELDS, practiceSchema, keepOfferedChoices } from '~/forms/professional-practice';
import { afterPractice } from '~/journeys/professional/progress';
import { pathAfter } from '~/journeys/professional/steps';
import { fillFromDraft } from '~/use-cases/step/drafts.server';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { requireProStep, requireProSubmission } from '~/use-cases/professional/professional-guard.server';
import { validateStep } from '~/use-cases/professional/professional-calls.server';
import { fetchPracticeLists, type PracticeLists } from '~/use-cases/professional/professional-lists.server';
import { GENERIC_FAULT, placeFaults } from '~/use-cases/professional/validator-faults';
import { INTENTS, findIntent } from '~/forms/intents';
import { parsePosted } from '~/forms/posted-fields';

const DEFAULT_COUNTRY = 'US';

export const handle: RouteHandle = { title: 'professional:practice.title', form: true, isLongForm: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireProStep(context, 'practice');
  const draft = state.proDrafts?.practice;
  const country = draft?.country?.[0] ?? state.proPractice?.country ?? DEFAULT_COUNTRY;
  const region = draft ? draft.region?.[0] : state.proPractice?.region;
  return data({
    options: await fetchPracticeLists(context, country, region ?? ''),
    country,
    practice: state.proPractice,
    scripts: 'places' as const,
    draft: fillFromDraft(draft),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form: posted } = await requireProSubmission(request, context, 'practice');
  const country = String(posted.get('country') ?? '');
  const options = await fetchPracticeLists(context, country, String(posted.get('region') ?? ''));
  // Without the lists we cannot tell which choices are still on offer, so all stay.
  const form = options.failed ? posted : keepOfferedChoices(posted, options.lists);
  const submission = parsePosted(form, practiceSchema(options.lists));
  const extra = { options, country };
  if (options.failed) return formError(context, form, submission, { formErrors: [GENERIC_FAULT], status: 502, extra });
  const isUpdate = findIntent(form) === INTENTS.update;
  if (isUpdate || submission.status !== 'success' || form.has('language'))
    return formError(context, form, submission, {
      quiet: isUpdate,
      extra: { ...extra, updated: isUpdate ? findUpdatedPlace(posted) : undefined },
    });
  const outcome = await validateStep(context, practiceBodyOf(submission.value));
  if (outcome.kind === 'refused')
    return formError(context, form, submission, { ...placeFaults(outcome.faults, PRACTICE_FIELDS), extra });
  if (outcome.kind === 'failed')
    return formError(context, form, submission, { formErrors: [GENERIC_FAULT], status: 502, extra });
  context.session.update(afterPractice(state, submission.value));
  return redirect(pathAfter('TWO', 'valid'), 303);
}

interface PracticeResponse {
  options: PracticeLists;
  country: string;
  updated?: UpdatedPlace;
}

export default function PracticeStep() {
  const loaded = useLoaderData<typeof loader>();
  const actionData = useActionData() as (FormResponse & PracticeResponse) | undefined;
  const { options, country } = actionData ?? loaded;
  const updated = actionData?.updated;
  const t = useTranslate();
  const [form, fields] = useForm<Practice>({
    id: FORM_ID,
    lastResult: actionData?.result ?? loaded.draft,
    defaultValue: loaded.practice ?? { country: DEFAULT_COUNTRY },
  });
  return (
    <>
      <ErrorSummary
        form={form}
        labels={practiceLabels(t, country)}
        isFocusElsewhere={updated !== undefined}
        hasScript
      />
      <h1>{t('professional:practice.title')}</h1>
      <p className="lead">{t('professional:practice.subtitle')}</p>
      {options.failed && !actionData && <LookupError />}
      <StepForm form={form}>
        <PracticeFields fields={fields} lists={options.lists} country={country} updated={updated} />
        <StepButtons hasScript />
      </StepForm>
    </>
  );
}
