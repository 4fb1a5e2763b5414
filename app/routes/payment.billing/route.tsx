import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BillingFields, billingLabels, chosenCountry, type BillingForm } from '~/components/checkout/billing-fields';
import { CountryMismatchDialog } from './country-mismatch-dialog';
import { Behind } from '~/components/page/behind';
import { ErrorSummary } from '~/components/form/error-summary';
import { OrderSummary } from '~/components/checkout/order-summary';
import { supportPhoneOf } from '~/components/page/page-context';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import type { Phone } from '~/domain/phone';
import { billingSchema, findUpdatedPlace, type UpdatedPlace } from '~/forms/billing';
import { withBillingContact, type BillingAnswers } from '~/domain/people';
import {
  afterBilling,
  afterCountryMismatch,
  isMismatchResolved,
  withCountryMismatch,
} from '~/journeys/parent/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { billingDefaults } from '~/use-cases/checkout/billing-defaults';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';
import { packagesPath } from '~/use-cases/checkout/checkout.server';
import { findOrderLines, requireOrderLines } from '~/use-cases/checkout/order-lines.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { redirectAfter, redirectToStep, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from '~/use-cases/checkout/sign-up-calls.server';
import type { Ordered } from '~/journeys/open-states';
import { INTENTS } from '~/forms/intents';
import { parsePosted } from '~/forms/posted-fields';
import { runIntent } from '~/use-cases/step/run-intent.server';

export const handle: RouteHandle = { title: 'checkout:billing.heading', form: true, isLongForm: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/billing');
  reportCheckoutStep(context, state, { name: 'payment/billing', event: 'viewed' });
  return data({
    defaults: billingDefaults(state),
    draft: findDraft(state, 'payment/billing'),
    // A backend may not even name a package that is not sold in the country.
    lines: state.countryMismatch ? await findOrderLines(context, state) : await requireOrderLines(context, state),
    mismatch: state.countryMismatch ? { country: state.countryMismatch, phone: state.parent } : undefined,
    hasForm: state.countryMismatch === undefined,
    hasDialog: state.countryMismatch !== undefined,
    asksReferral: !state.invited,
    scripts: 'places' as const,
    suggestions: findAddressCredit(context),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'payment/billing');
  const schema = billingSchema({ asksReferral: !state.invited, coParentPhone: coParentPhoneOf(state) });
  const submission = parsePosted(form, schema);
  return runIntent(form, {
    [INTENTS.acceptCountryMismatch]: () => acknowledgeMismatch(context, state),
    [INTENTS.update]: () =>
      formError(context, form, submission, { quiet: true, extra: { updated: findUpdatedPlace(form) } }),
    async default() {
      if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
      try {
        const saved = await saveBilling(context, state, submission.value);
        return saved ?? formError(context, form, submission, stillMismatched(context));
      } catch (error) {
        return refusalResponse(context, error, { state, form, submission, email: state.parent.email });
      }
    },
  });
}

function coParentPhoneOf({ family }: Ordered): Phone | undefined {
  const { countryCode, phoneNumber } = family?.coParent ?? {};
  return countryCode && phoneNumber ? { countryCode, phoneNumber } : undefined;
}

/** @returns undefined where the package is still refused for a country whose dialog has had its OK */
async function saveBilling(context: RequestContext, state: Ordered, answers: BillingAnswers) {
  const calls = signUpCalls(context, state);
  const answered = { parent: withBillingContact(state.parent, answers), billing: answers };
  const told = await calls.saveBilling(answered);
  // Whoever is told that it is paid buys nothing, so no package is asked about.
  if (told.subscriptionStatus === 'current')
    return redirectAfter(context, 'payment/billing', context.session.update(told));
  const drafts = withoutDraft(state, 'payment/billing', answered.parent);
  if ((await calls.checkCountry(state.order, answered)) === 'failure') {
    if (isMismatchResolved(state, answers)) return undefined;
    const pricing = await calls.getPricing(answered);
    context.session.update({ ...withCountryMismatch(state, answers, pricing), ...drafts });
    return redirectToStep(context, 'payment/billing');
  }
  const isNewCountry = state.billing?.country !== answers.country;
  const pricing = isNewCountry ? await calls.getPricing(answered) : undefined;
  const after = context.session.update({ ...afterBilling(state, answers, pricing), ...drafts });
  reportCheckoutStep(context, after, { name: 'payment/billing', event: 'completed' });
  return redirectAfter(context, 'payment/billing', after);
}

export default function Billing() {
  const { defaults, draft, lines, mismatch, asksReferral, suggestions } = useLoaderData<typeof loader>();
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
      {mismatch && <CountryMismatchDialog {...mismatch} package={lines?.name} />}
      <Behind>
        <ErrorSummary
          form={form}
          labels={billingLabels(t, chosenCountry(fields))}
          isFocusElsewhere={updated !== undefined}
          hasScript
        />
        <h1>{t('checkout:billing.heading')}</h1>
        {lines && <OrderSummary lines={lines} />}
        <StepForm form={form}>
          <BillingFields
            fields={fields}
            email={defaults.email}
            asksReferral={asksReferral}
            suggestions={suggestions}
            updated={updated}
          />
          <StepButtons hasScript />
        </StepForm>
      </Behind>
    </>
  );
}

/** The packages of that country were shown, and one of them is refused there all the same: only a person can help. */
function stillMismatched({ t, page }: RequestContext) {
  return { formErrors: [t('checkout:mismatch.again', { phone: supportPhoneOf(page) })] };
}

/** The dialog's OK: offers the packages of the billing country. */
async function acknowledgeMismatch(context: RequestContext, state: Ordered) {
  if (!state.countryMismatch || !state.billing) return redirectToStep(context, 'payment/billing');
  const pricing = await signUpCalls(context, state).getPricing({ parent: state.parent, billing: state.billing });
  context.session.update(afterCountryMismatch(state, pricing));
  return redirect(packagesPath(context), 303);
}
