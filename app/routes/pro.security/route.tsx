import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { ProfessionalSecurityFields, professionalSecurityLabels } from './professional-security-fields';
import { RegistrationFailed } from './registration-failed';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import type { ProfessionalSecurity } from '~/domain/professional';
import { PROFESSIONAL_SECURITY_FIELDS, professionalSecuritySchema } from '~/forms/professional-security';
import { fillFromDraft } from '~/use-cases/step/drafts.server';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { checkRateLimit, tooManyTries } from '~/use-cases/step/check-rate-limit.server';
import { requireProStep, requireProSubmission } from '~/use-cases/professional/professional-guard.server';
import { validateStep } from '~/use-cases/professional/professional-calls.server';
import { failureView, submitRegistration } from '~/use-cases/professional/register-professional.server';
import { GENERIC_FAULT, placeFaults } from '~/use-cases/professional/validator-faults';

export const handle: RouteHandle = { title: 'professional:security.title', form: true };

export function loader({ context }: LoaderFunctionArgs) {
  const state = requireProStep(context, 'security');
  return data({
    failure: state.proFailure && failureView(state.proFailure),
    hasErrors: state.proFailure !== undefined,
    scripts: 'common' as const,
    draft: fillFromDraft(state.proDrafts?.security),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireProSubmission(request, context, 'security');
  // The retry form holds no answers: the session's are submitted.
  if (state.proFailure && !form.has('securityAnswer')) {
    if (form.has('language')) return redirect('/pro/security', 303);
    if (!(await checkRateLimit(context, 'signUp'))) {
      const { formErrors, status } = tooManyTries(context);
      return data({ message: formErrors[0] }, { status });
    }
    return submitRegistration(context, state, state.proFailure.security);
  }
  const submission = parseWithZod(form, { schema: professionalSecuritySchema });
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
  const outcome = await validateStep(context, submission.value);
  if (outcome.kind === 'refused')
    return formError(context, form, submission, placeFaults(outcome.faults, PROFESSIONAL_SECURITY_FIELDS));
  if (outcome.kind === 'failed')
    return formError(context, form, submission, { formErrors: [GENERIC_FAULT], status: 502 });
  if (!(await checkRateLimit(context, 'signUp'))) return formError(context, form, submission, tooManyTries(context));
  return submitRegistration(context, state, submission.value);
}

export default function SecurityStep() {
  const { failure, draft } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | { message: string } | undefined;
  const formResponse = actionData && 'result' in actionData ? actionData : undefined;
  const message = actionData && 'message' in actionData ? actionData.message : undefined;
  const t = useTranslate();
  const [form, fields] = useForm<ProfessionalSecurity>({ id: FORM_ID, lastResult: formResponse?.result ?? draft });
  if (failure && !formResponse) return <RegistrationFailed message={message} {...failure} />;
  return (
    <>
      <ErrorSummary form={form} labels={professionalSecurityLabels(t)} hasScript emptied={formResponse?.emptied} />
      <h1>{t('professional:security.title')}</h1>
      <p className="lead">{t('professional:security.subtitle')}</p>
      <StepForm form={form} hasSecrets>
        <ProfessionalSecurityFields fields={fields} />
        <StepButtons hasScript label={t('professional:buttons.complete')} />
      </StepForm>
    </>
  );
}
