import { useForm } from '@conform-to/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CouponNotice } from '~/components/checkout/coupon-notice';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { ErrorSummary } from '~/components/form/error-summary';
import { Notice, NoticeOnce } from '~/components/page/notice';
import { PackageCards, termsOf } from './package-cards';
import { TermSwitch } from './term-switch';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { StepIndicator } from '~/components/page/step-indicator';
import { supportPhoneOf, usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { packageChoiceSchema } from '~/forms/package-choice';
import { parsePosted } from '~/forms/posted-fields';
import { afterPackageChoice } from '~/journeys/parent/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { findCouponOffer } from '~/use-cases/checkout/coupon.server';
import { listOfferedPackages } from '~/use-cases/checkout/offered-packages.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { getSignUpJourney } from '~/journeys/journey';

/** Parent A's `/step3` and parent B's `/invite/packages`. */
export const handle: RouteHandle = { title: 'parent:step3.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const { packages: step } = getSignUpJourney(context);
  const state = requireStep(context, step);
  const [{ packages, recommendedId }, offer] = await Promise.all([
    listOfferedPackages(context, state),
    findCouponOffer(context, state),
  ]);
  return data({
    offer,
    packages,
    recommendedId,
    chosen: state.chosenPackage?.id ?? packages.find(({ code }) => code === state.preselectedPackage)?.id,
    draft: findDraft(state, step),
    notice: takeNotice(context, state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { packages: step } = getSignUpJourney(context);
  const { state, form } = await requireStepSubmission(request, context, step);
  const { packages } = await listOfferedPackages(context, state);
  const submission = parsePosted(form, packageChoiceSchema(packages.map(({ id }) => id)));
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
  const { packageId: id } = submission.value;
  const { buildYourOwn = false, analyticsPackage } = packages.find((offered) => offered.id === id) ?? {};
  const after = context.session.update({
    ...afterPackageChoice(state, { id, buildYourOwn, ...(analyticsPackage && { analyticsPackage }) }),
    ...withoutDraft(state, step),
  });
  return redirectAfter(context, step, after);
}

export default function Step3() {
  const { packages, recommendedId, chosen, offer, draft, notice } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const page = usePage();
  const [form, fields] = useForm<{ packageId: string }>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: { packageId: chosen },
  });
  const chosenId = fields.packageId.initialValue ?? recommendedId;
  const years = packages.find(({ id }) => id === chosenId)?.subDurationInYears ?? 1;
  return (
    <>
      <StepIndicator />
      {notice && <NoticeOnce name={notice} />}
      <CouponNotice offer={offer} />
      <ErrorSummary form={form} labels={{ packageId: t('parent:step3.legend') }} />
      <h1>{t('parent:step3.heading')}</h1>
      <p className="lead">{t('parent:step3.subtitle')}</p>
      {packages.length === 0 && (
        <Notice kind="warning">{t('parent:step3.none', { phone: supportPhoneOf(page) })}</Notice>
      )}
      {packages[0]?.vatAmountFormatted === null && <p className="hint">{t('parent:step3.beforeTax')}</p>}
      {packages[0] && <CurrencyNote currency={packages[0].currencyCode} />}
      {termsOf(packages).length > 1 && <TermSwitch years={years} />}
      <StepForm form={form}>
        <PackageCards
          field={fields.packageId}
          legend={t('parent:step3.legend')}
          packages={packages}
          recommendedId={recommendedId}
          years={years}
        />
        <StepButtons />
      </StepForm>
    </>
  );
}
