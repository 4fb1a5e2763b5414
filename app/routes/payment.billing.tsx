import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { billingBodyOf } from '~/backend/requests';
import { BillingFields, billingLabels, chosenCountry, type BillingForm } from '~/components/billing-fields';
import { CountryMismatchDialog } from '~/components/country-mismatch-dialog';
import { ErrorSummary } from '~/components/error-summary';
import { OrderSummary } from '~/components/order-summary';
import { FORM_ID, type Screen } from '~/components/screen';
import { StepButtons, StepForm } from '~/components/step-form';
import { useTranslate } from '~/components/use-translate';
import type { BillingDetails } from '~/domain/people';
import { billingSchema } from '~/forms/billing';
import { afterBilling, afterCountryMismatch, withCountryMismatch } from '~/journeys/parent/progress';
import type { JoinState } from '~/journeys/parent/state';
import { getStep } from '~/journeys/parent/steps';
import { formFromDraft, showAgain, type ShownForm } from '~/server/answers.server';
import { requireOrderLines } from '~/server/order-lines.server';
import { requireStep, takeAnswers, withoutDraft } from '~/server/parent-step.server';
import { registrationHeaders } from '~/server/registration-headers';
import { answerRefusal } from '~/server/registration-refusal.server';
import type { RequestContext } from '~/server/request-context.server';

export const handle: Screen = { title: 'checkout:billing.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/billing');
  return data({
    defaults: billingDefaults(state),
    draft: formFromDraft(state.drafts?.['payment/billing']),
    lines: await requireOrderLines(context, state),
    mismatch: state.countryMismatch,
    hasForm: state.countryMismatch === undefined,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await takeAnswers(request, context, 'payment/billing');
  if (form.get('intent') === 'country-mismatch') return acknowledgeMismatch(context, state);
  const submission = parseWithZod(form, { schema: billingSchema({ asksReferral: true }) });
  const isUpdate = form.get('intent') === 'update';
  if (isUpdate || submission.status !== 'success' || form.has('language')) {
    return showAgain(context, form, submission, { quiet: isUpdate });
  }
  const billing = submission.value;
  try {
    await context.services.backend.registrations.update({
      params: { signupId: state.registration!.signupId },
      headers: registrationHeaders(context, state),
      body: billingBodyOf(state.parent!.email, billing, false),
    });
    const { result } = await checkCountry(context, state, billing);
    const patch = result === 'success' ? afterBilling(state, billing) : withCountryMismatch(billing);
    const after = context.session.update({ ...patch, ...withoutDraft(state, 'payment/billing') });
    return redirect(after.countryMismatch ? '/payment/billing' : getStep('payment/billing').next(after), 303);
  } catch (error) {
    return answerRefusal(context, error, { state, form, submission, email: state.parent!.email });
  }
}

export default function Billing() {
  const { defaults, draft, lines, mismatch } = useLoaderData<typeof loader>();
  const shown = useActionData() as ShownForm | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<BillingForm>({
    id: FORM_ID,
    lastResult: shown?.result ?? draft,
    defaultValue: defaults,
  });
  return (
    <>
      {mismatch && <CountryMismatchDialog country={mismatch} />}
      {/* Behind the dialog nothing can be reached: OK is the only way on (spec, section 4, "Checkout"). */}
      <div {...(mismatch ? { inert: '' } : {})}>
        <ErrorSummary form={form} labels={billingLabels(t, chosenCountry(fields))} />
        <h1>{t('checkout:billing.heading')}</h1>
        <OrderSummary lines={lines} />
        <StepForm form={form}>
          <BillingFields fields={fields} email={defaults.email} />
          <StepButtons />
        </StepForm>
      </div>
    </>
  );
}

/** Whether the phone belongs to the billing country (spec, section 7, "Country criteria check"). */
function checkCountry({ services: { backend } }: RequestContext, state: JoinState, billing: BillingDetails) {
  const { countryCode, phoneNumber, country } = billing;
  return backend.countryCriteria.check({
    body: { packageId: state.order!.packageId, countryCriteria: { countryCode, phoneNumber, country } },
  });
}

async function acknowledgeMismatch({ services: { backend }, session, language }: RequestContext, state: JoinState) {
  if (!state.countryMismatch) return redirect('/payment/billing', 303);
  const { country, countryCode, phoneNumber } = state.billing!;
  const { pricingGroupName, packageIds } = await backend.pricingGroups.find({
    headers: { 'accept-language': language },
    body: { country, countryCode: countryCode.slice(1), phoneNumber },
  });
  session.update(afterCountryMismatch({ group: pricingGroupName, packageIds }));
  return redirect('/step3', 303);
}

/** What the form starts with: what was billed before, else what the parent gave on the first step. */
function billingDefaults({ billing, parent }: JoinState) {
  const { firstName, lastName, countryCode, phoneNumber, email } = parent!;
  const country = countryCode === '+44' ? 'GB' : 'US';
  return { ...(billing ?? { firstName, lastName, countryCode, phoneNumber, country }), email };
}
