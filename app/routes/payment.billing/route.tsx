import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BillingFields, billingLabels, chosenCountry, type BillingForm } from '~/components/checkout/billing-fields';
import { CountryMismatchDialog } from './country-mismatch-dialog';
import { ErrorSummary } from '~/components/form/error-summary';
import { OrderSummary } from '~/components/checkout/order-summary';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import type { BillingDetails } from '~/domain/people';
import { billingSchema } from '~/forms/billing';
import { afterBilling, afterCountryMismatch, withCountryMismatch } from '~/journeys/parent/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { billingDefaults } from '~/use-cases/checkout/billing-defaults';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';
import { packagesPath } from '~/use-cases/checkout/checkout.server';
import { requireOrderLines } from '~/use-cases/checkout/order-lines.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { redirectAfter, redirectToStep, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from '~/use-cases/checkout/sign-up-calls.server';
import type { Ordered } from '~/journeys/open-states';
import { INTENTS } from '~/forms/intents';
import { runIntent } from '~/use-cases/step/run-intent.server';

export const handle: RouteHandle = { title: 'checkout:billing.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/billing');
  reportCheckoutStep(context, state, { name: 'payment/billing', event: 'viewed' });
  return data({
    defaults: billingDefaults(state),
    draft: findDraft(state, 'payment/billing'),
    lines: await requireOrderLines(context, state),
    mismatch: state.countryMismatch,
    hasForm: state.countryMismatch === undefined,
    asksReferral: !state.invited,
    hasEnhancement: true,
    suggestions: findAddressCredit(context),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'payment/billing');
  const submission = parseWithZod(form, { schema: billingSchema({ asksReferral: !state.invited }) });
  return runIntent(form, {
    [INTENTS.acceptCountryMismatch]: () => acknowledgeMismatch(context, state),
    [INTENTS.update]: () => formError(context, form, submission, { quiet: true }),
    async default() {
      if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
      try {
        return await saveBilling(context, state, submission.value);
      } catch (error) {
        return refusalResponse(context, error, { state, form, submission, email: state.parent.email });
      }
    },
  });
}

async function saveBilling(context: RequestContext, state: Ordered, billing: BillingDetails) {
  const calls = signUpCalls(context, state);
  await calls.saveBilling(billing);
  const patch =
    (await calls.checkCountry(state.order, billing)) === 'success'
      ? afterBilling(state, billing)
      : withCountryMismatch(billing);
  const after = context.session.update({ ...patch, ...withoutDraft(state, 'payment/billing') });
  if (after.countryMismatch) return redirectToStep(context, 'payment/billing');
  reportCheckoutStep(context, after, { name: 'payment/billing', event: 'completed' });
  return redirectAfter(context, 'payment/billing', after);
}

export default function Billing() {
  const { defaults, draft, lines, mismatch, asksReferral, suggestions } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<BillingForm>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: defaults,
  });
  return (
    <>
      {mismatch && <CountryMismatchDialog country={mismatch} />}
      {/* Nothing behind the dialog can be reached. */}
      <div {...(mismatch ? { inert: '' } : {})}>
        <ErrorSummary form={form} labels={billingLabels(t, chosenCountry(fields))} />
        <h1>{t('checkout:billing.heading')}</h1>
        <OrderSummary lines={lines} />
        <StepForm form={form}>
          <BillingFields fields={fields} email={defaults.email} asksReferral={asksReferral} suggestions={suggestions} />
          <StepButtons hasScript />
        </StepForm>
      </div>
    </>
  );
}

/** The dialog's OK: offers the packages of the billing country. */
async function acknowledgeMismatch(context: RequestContext, state: Ordered) {
  if (!state.countryMismatch || !state.billing) return redirectToStep(context, 'payment/billing');
  const pricing = await signUpCalls(context, state).getPricing(state.billing);
  context.session.update(afterCountryMismatch(state, pricing));
  return redirect(packagesPath(context), 303);
}
