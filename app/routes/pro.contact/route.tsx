import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { contactBodyOf } from '~/backend/professional-request-body';
import { ErrorSummary } from '~/components/form/error-summary';
import { LookupError } from '~/components/form/lookup-error';
import { NoticeOnce } from '~/components/page/notice';
import { ProfessionalContactFields, professionalContactLabels } from './professional-contact-fields';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import type { ProfessionalContact } from '~/domain/professional';
import { PROFESSIONAL_CONTACT_FIELDS, professionalContactSchema } from '~/forms/professional-contact';
import { afterProContact } from '~/journeys/professional/progress';
import { pathAfter } from '~/journeys/professional/steps';
import { fillFromDraft } from '~/use-cases/step/drafts.server';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { checkEmailRateLimit, tooManyEmails } from '~/use-cases/step/email-rate-limit.server';
import { rateLimitWeight } from '~/use-cases/step/rate-limit-weight.server';
import {
  requireProStep,
  requireProSubmission,
  takeProNotice,
} from '~/use-cases/professional/professional-guard.server';
import { makeProKey, validateStep } from '~/use-cases/professional/professional-calls.server';
import { fetchContactLists } from '~/use-cases/professional/professional-lists.server';
import { GENERIC_FAULT, placeFaults } from '~/use-cases/professional/validator-faults';

export const handle: RouteHandle = { title: 'professional:contact.title', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireProStep(context, 'contact');
  const options = await fetchContactLists(context);
  return data({
    ...options,
    contact: state.proContact,
    draft: fillFromDraft(state.proDrafts?.contact),
    notice: takeProNotice(context, state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireProSubmission(request, context, 'contact');
  const submission = parseWithZod(form, { schema: professionalContactSchema });
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
  if (!(await checkEmailRateLimit(context, submission.value.email, rateLimitWeight(context, form))))
    return formError(context, form, submission, tooManyEmails(context));
  const outcome = await validateStep(context, contactBodyOf(submission.value));
  if (outcome.kind === 'refused')
    return formError(context, form, submission, placeFaults(outcome.faults, PROFESSIONAL_CONTACT_FIELDS));
  if (outcome.kind === 'failed')
    return formError(context, form, submission, { formErrors: [GENERIC_FAULT], status: 502 });
  context.session.update(afterProContact(state, submission.value, makeProKey()));
  return redirect(pathAfter('ONE', 'valid'), 303);
}

export default function ContactStep() {
  const { lists, failed, contact, draft, notice } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<ProfessionalContact>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: contact ?? { phoneCountryCode: '+1' },
  });
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      <ErrorSummary form={form} labels={professionalContactLabels(t)} />
      <h1>{t('professional:contact.title')}</h1>
      <p className="lead">{t('professional:contact.subtitle')}</p>
      {failed && <LookupError />}
      <StepForm form={form}>
        <ProfessionalContactFields fields={fields} lists={lists} />
        <StepButtons back={false} />
      </StepForm>
    </>
  );
}
