import { parseWithZod } from '@conform-to/zod/v4';
import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireAccepted } from '~/backend/refusal';
import { contactOf, invitedUpdateOf } from '~/backend/request-bodies';
import { CouponNotice } from '~/components/checkout/coupon-notice';
import { ContactFields, contactLabels } from '~/components/form/contact-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { NoticeOnce } from '~/components/page/notice';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { NAMED_ONLY_EXPERIMENTS } from '~/domain/experiments';
import type { ParentContact } from '~/domain/people';
import { contactSchema } from '~/forms/contact';
import { withKnownTimezone } from '~/journeys/parent/progress';
import { afterParentStep, paidForPackage } from '~/journeys/invited/progress';
import { INVITED } from '~/journeys/invited/journey';
import { skipsPayment } from '~/journeys/invited/steps';
import { reportIdentified } from '~/use-cases/checkout/after-payment.server';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { checkEmailRateLimit, tooManyEmails } from '~/use-cases/step/email-rate-limit.server';
import { rateLimitWeight } from '~/use-cases/step/rate-limit-weight.server';
import { invitedAnonymousId, inviteHeaders, invitedOf, requireInvite } from '~/use-cases/invited/open-invite.server';
import { requireInvitedStep, requireInvitedSubmission } from '~/use-cases/invited/invited-guard.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import { redirectAfter } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { title: 'parent:step1.pageTitle', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  await context.experiments.enter(NAMED_ONLY_EXPERIMENTS);
  const { state, invite: asked, link } = await requireInvitedStep(context, 'step1');
  const invite = asked ?? (await requireInvite(context, link));
  // Paid in another browser since.
  if (invite.paidOrder) return redirect('/invite/credentials', 303);
  const known = contactOf(invite.parent);
  return data({
    parent: state.parent ?? { ...known, countryCode: known.countryCode || '+1' },
    draft: findDraft(state, 'step1'),
    offer: skipsPayment(state) ? null : (invite.availableCoupons[0]?.description ?? null),
    notice: takeNotice(context, state),
    steps: INVITED.progressOf(state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form, link } = await requireInvitedSubmission(request, context, 'step1');
  const submission = parseWithZod(form, { schema: contactSchema });
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
  const parent = submission.value;
  const weight = rateLimitWeight(context, form);
  if (!(await checkEmailRateLimit(context, parent.email, weight)))
    return formError(context, form, submission, tooManyEmails(context));
  try {
    const { userId } = link;
    const body = invitedUpdateOf(userId, withKnownTimezone(parent, state), invitedAnonymousId(context));
    const { parents } = context.services.backend;
    requireAccepted(await parents.update({ params: { userId }, headers: inviteHeaders(context, link), body }));
    // Parent B's own phone decides which packages are on offer.
    const invite = await requireInvite(context, link);
    if (invite.paidOrder) return redirect('/invite/credentials', 303);
    const pricing = { group: invite.pricingGroupName, packageIds: invite.packageIds };
    reportIdentified(context, userId);
    const after = context.session.update({
      ...afterParentStep(state, { invited: invitedOf(link, invite), parent, pricing }),
      ...paidForPackage(invite),
      experimentId: context.experimentId,
      ...withoutDraft(state, 'step1', parent),
    });
    return redirectAfter(context, 'step1', after);
  } catch (error) {
    if (error instanceof Response) throw error;
    return refusalResponse(context, error, {
      state: { ...state, parent: withKnownTimezone(parent, state) },
      form,
      submission,
      email: parent.email,
    });
  }
}

export default function InvitedStep1() {
  const { parent, draft, offer, notice, steps } = useLoaderData<typeof loader>();
  const shown = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<ParentContact>({
    id: FORM_ID,
    lastResult: shown?.result ?? draft,
    defaultValue: parent,
  });
  return (
    <>
      <StepIndicator steps={steps} />
      {notice && <NoticeOnce name={notice} />}
      <CouponNotice offer={offer} />
      <ErrorSummary form={form} labels={contactLabels(t)} />
      <h1>{t('parent:step1.title')}</h1>
      <p className="lead">{t('parent:step1.subtitle')}</p>
      <StepForm form={form}>
        <ContactFields fields={fields} />
        <StepButtons back={false} />
      </StepForm>
    </>
  );
}
