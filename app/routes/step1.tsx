import { parseWithZod } from '@conform-to/zod/v4';
import { useForm } from '@conform-to/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ContactFields, contactLabels } from '~/components/form/contact-fields';
import { readRefusal } from '~/backend/refusal';
import { DuplicateWarning } from '~/components/form/duplicate-warning';
import { ErrorSummary } from '~/components/form/error-summary';
import { NoticeOnce } from '~/components/page/notice';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { StepIndicator } from '~/components/page/step-indicator';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { NAMED_ONLY_EXPERIMENTS } from '~/domain/experiments';
import type { ParentContact } from '~/domain/people';
import type { JoinState } from '~/journeys/join-state';
import { isDuplicateConfirmed } from '~/forms/confirmed-duplicate';
import { hasConfirmedDuplicate, withKnownTimezone } from '~/journeys/parent/progress';
import { contactSchema } from '~/forms/contact';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { checkEmailRateLimit, tooManyEmails } from '~/use-cases/step/email-rate-limit.server';
import { rateLimitWeight } from '~/use-cases/step/rate-limit-weight.server';
import { checkRateLimit, tooManyTries } from '~/use-cases/step/check-rate-limit.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { findPricing } from '~/use-cases/step/find-pricing.server';
import { registerParent } from '~/use-cases/step/register-parent.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';

export const handle: RouteHandle = { title: 'parent:step1.pageTitle', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'step1');
  await context.experiments.enter(NAMED_ONLY_EXPERIMENTS);
  return data({
    parent: state.parent,
    draft: findDraft(state, 'step1'),
    notice: takeNotice(context, state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'step1');
  const submission = parseWithZod(form, { schema: contactSchema });
  // The warning stays for as long as its e-mail does.
  const extra = { mayBeDuplicate: isDuplicateConfirmed(form) ? String(form.get('email')) : undefined };
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission, { extra });
  const parent = submission.value;
  const weight = rateLimitWeight(context, form);
  if (!(await checkEmailRateLimit(context, parent.email, weight)))
    return formError(context, form, submission, { ...tooManyEmails(context), extra });
  if (!state.registration && !(await checkRateLimit(context, 'signUp', { weight })))
    return formError(context, form, submission, { ...tooManyTries(context), extra });
  try {
    const isConfirmed = await hasConfirmed(context, state, { form, parent });
    const registered = await registerParent(context, state, parent, isConfirmed);
    const after = context.session.update({ ...registered, ...withoutDraft(state, 'step1', parent) });
    return redirectAfter(context, 'step1', after);
  } catch (error) {
    if (isParentDuplicate(error) && (await isFirstPricingGroup(context, parent)))
      return data({ result: submission.reply(), hasErrors: true, mayBeDuplicate: parent.email }, { status: 422 });
    return refusalResponse(context, error, {
      state: { ...state, parent: withKnownTimezone(parent, state) },
      form,
      submission,
      email: parent.email,
    });
  }
}

/** A confirmation counts in the first pricing group alone, whatever a form says. */
async function hasConfirmed(
  context: RequestContext,
  state: JoinState,
  { form, parent }: { form: FormData; parent: ParentContact },
): Promise<boolean> {
  if (hasConfirmedDuplicate(state, parent)) return true;
  return isDuplicateConfirmed(form) && (await isFirstPricingGroup(context, parent));
}

function isParentDuplicate(error: unknown): boolean {
  const refusal = readRefusal(error);
  return refusal.kind === 'duplicate' && refusal.whose === 'parent';
}

/** Where a duplicate may go on; in the others it leads to `/duplicate` (docs/rules.md, "Parent duplicate"). */
async function isFirstPricingGroup(context: RequestContext, parent: ParentContact): Promise<boolean> {
  const pricing = await findPricing(context, { ...parent, country: null });
  return pricing.group === 'P0';
}

export default function Step1() {
  const { parent, draft, notice } = useLoaderData<typeof loader>();
  const shown = useActionData() as (FormResponse & { mayBeDuplicate?: string }) | undefined;
  const t = useTranslate();
  const page = usePage();
  const [form, fields] = useForm<ParentContact>({
    id: FORM_ID,
    lastResult: shown?.result ?? draft,
    defaultValue: parent ?? { countryCode: '+1' },
  });
  return (
    <>
      <StepIndicator />
      {notice && <NoticeOnce name={notice} />}
      <ErrorSummary form={form} labels={contactLabels(t)} />
      <h1>{t('parent:step1.title')}</h1>
      <p className="lead">{t('parent:step1.subtitle')}</p>
      <p className="how-long">{t('parent:step1.time')}</p>
      <StepForm form={form}>
        {shown?.mayBeDuplicate !== undefined && (
          <DuplicateWarning
            email={shown.mayBeDuplicate}
            warning={t('parent:duplicate.warning')}
            advice={
              <>
                {t('parent:duplicate.advice')}{' '}
                <a href={page.links.forgotPassword}>{t('parent:duplicate.forgotPassword')}</a>
              </>
            }
            next={t('parent:duplicate.continue')}
          />
        )}
        <ContactFields fields={fields} />
        <StepButtons back={false} />
      </StepForm>
    </>
  );
}
