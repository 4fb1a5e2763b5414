import { useForm } from '@conform-to/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BillingFields, billingLabels, chosenCountry, type BillingForm } from '~/components/checkout/billing-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { Notice } from '~/components/page/notice';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import { withBillingContact } from '~/domain/people';
import { billingSchema, findUpdatedPlace, type UpdatedPlace } from '~/forms/billing';
import { afterBillingInfo } from '~/journeys/invited/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { billingDefaults } from '~/use-cases/checkout/billing-defaults';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';
import { findPackage } from '~/use-cases/checkout/offered-packages.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import { signUpCalls } from '~/use-cases/checkout/sign-up-calls.server';
import { INTENTS, findIntent } from '~/forms/intents';
import { parsePosted } from '~/forms/posted-fields';

export const handle: RouteHandle = { title: 'checkout:billing.heading', form: true, isLongForm: true };

/** The billing address of a paid subscription that lacks one. Nothing is paid here. */
export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'billing-info');
  const { chosenPackage } = state;
  return data({
    scripts: 'places' as const,
    suggestions: findAddressCredit(context),
    defaults: billingDefaults(state),
    draft: findDraft(state, 'billing-info'),
    paidFor: chosenPackage && (await findPackage(context, state, chosenPackage.id))?.receiptText,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'billing-info');
  const submission = parsePosted(form, billingSchema({ asksReferral: false }));
  const isUpdate = findIntent(form) === INTENTS.update;
  if (isUpdate || submission.status !== 'success' || form.has('language')) {
    const extra = isUpdate ? { updated: findUpdatedPlace(form) } : undefined;
    return formError(context, form, submission, { quiet: isUpdate, extra });
  }
  const answers = submission.value;
  const parent = withBillingContact(state.parent, answers);
  try {
    await signUpCalls(context, state).saveBilling({ parent, billing: answers });
  } catch (error) {
    return refusalResponse(context, error, { state, form, submission, email: state.parent.email });
  }
  const after = context.session.update({
    ...afterBillingInfo(state, answers),
    ...withoutDraft(state, 'billing-info', parent),
  });
  return redirectAfter(context, 'billing-info', after);
}

export default function BillingInfo() {
  const { defaults, draft, paidFor, suggestions } = useLoaderData<typeof loader>();
  const actionData = useActionData() as (FormResponse & { updated?: UpdatedPlace }) | undefined;
  const updated = actionData?.updated;
  const t = useTranslate();
  const [form, fields] = useForm<BillingForm>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: defaults,
  });
  return (
    <>
      <ErrorSummary
        form={form}
        labels={billingLabels(t, chosenCountry(fields))}
        isFocusElsewhere={updated !== undefined}
        hasScript
      />
      <h1>{t('checkout:billing.heading')}</h1>
      <Notice>
        {paidFor && (
          <p>
            <strong>{paidFor}</strong>
          </p>
        )}
        <p>{t('invite:billingInfo.text')}</p>
      </Notice>
      <StepForm form={form}>
        <BillingFields
          fields={fields}
          email={defaults.email}
          asksReferral={false}
          suggestions={suggestions}
          updated={updated}
        />
        <StepButtons hasScript />
      </StepForm>
    </>
  );
}
