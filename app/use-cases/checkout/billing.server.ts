import { redirect } from '@remix-run/node';
import { promiseHash } from 'remix-utils/promise';
import { supportPhoneIn } from '~/domain/country-rules';
import type { With } from '~/journeys/join-state';
import type { Ordered } from '~/journeys/journey';
import {
  afterBilling,
  afterCountryMismatch,
  isMismatchResolved,
  withCountryMismatch,
  type Patch,
} from '~/journeys/progress';
import { countryOfCallingCode } from '~/reference/calling-codes';
import type { RequestContext } from '~/server/request/request-context.server';
import { withBillingTimezone, type BillingAnswers } from '~/steps/billing';
import { linkOf, openAfterUpdate } from '~/use-cases/invited/open-invite.server';
import { StepRefused } from '~/use-cases/step/refuse.server';
import { redirectToOpenStep, redirectToStep } from '~/use-cases/step/step-guard.server';
import { signUpCalls } from './checkout-calls.server';
import { reportCheckoutStep } from './checkout-events.server';
import { findOffer, loadPackagesOffer } from './offer.server';
import { findOrderLines, requireOrderLines } from './order-lines.server';
import { findPrice, packagesPath } from './price.server';

interface Billing {
  context: RequestContext;
  state: Ordered;
}

/** The initial values of the billing form. The default country is the phone's (docs/rules.md, "Billing form"). */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  const { countryCode, timezone } = parent;
  return { country: countryOfCallingCode(countryCode) ?? 'US', ...billing, timezone };
}

/** The order as the later views show it, as far as the address is known. */
export async function showKnownOrder(context: RequestContext, state: Ordered) {
  const { billing, countryMismatch } = state;
  // A backend may omit a package that is not sold in the country.
  if (countryMismatch) return { lines: await findOrderLines(context, state), offer: null };
  const pricing = billing && (await findPrice(context, { ...state, billing }));
  if (pricing) {
    return promiseHash({
      lines: requireOrderLines(context, state, pricing),
      offer: findOffer(context, state, pricing),
    });
  }
  const offer = await loadPackagesOffer(context, state);
  const percentOff = offer?.state === 'included' ? offer.percent : undefined;
  const lines = await requireOrderLines(context, state, undefined, percentOff);
  // The order's figures show such an offer.
  return { lines, offer: lines.coupon ? null : offer };
}

/** The dialog's OK button: offers the packages of the billing country. */
export async function acknowledgeMismatch({ context, state }: Billing): Promise<Response> {
  if (!state.countryMismatch || !state.billing) return redirectToStep(context, 'payment/billing');
  const pricing = await signUpCalls(context, state).getPricing({ parent: state.parent, billing: state.billing });
  context.session.update(afterCountryMismatch(state, pricing));
  return redirect(packagesPath(context), 303);
}

/**
 * Sends the address to the backend, and checks that the package is available there.
 *
 * @returns the changes to the session; a redirect for a visitor whose subscription is paid
 * @throws StepRefused if the visitor confirmed the dialog for this country, but the backend still rejects the package
 */
export async function saveBilling({
  context,
  state,
  answer,
}: Billing & { answer: BillingAnswers }): Promise<Patch | Response> {
  const calls = signUpCalls(context, state);
  const answered = { parent: withBillingTimezone(state.parent, answer), billing: answer };
  const saving = calls.saveBilling(answered);
  if (state.invited) await openAfterUpdate(context, linkOf(state.invited), { update: saving, ...answered });
  const update = await saving;
  // A visitor with a paid subscription does not buy a package, so there is nothing to check.
  if (update.subscriptionStatus === 'current') {
    context.session.update(update);
    return redirectToOpenStep(context, 'payment/method');
  }
  if ((await calls.checkCountry(state.order, answered)) === 'failure') {
    if (isMismatchResolved(state, answer)) throw new StepRefused(stillMismatched(context));
    return withCountryMismatch(state, answer, await calls.getPricing(answered));
  }
  const isNewCountry = state.billing?.country !== answer.country;
  const pricing = isNewCountry ? await calls.getPricing(answered) : undefined;
  reportCheckoutStep(context, state, { name: 'payment/billing', event: 'completed' });
  return afterBilling(state, answer, pricing);
}

/** The visitor chose from that country's packages, but the backend still rejects the choice. Only support can help. */
function stillMismatched({ t, page }: RequestContext) {
  const phone = supportPhoneIn(page.supportPhones, page.country);
  return { formErrors: [t('checkout:mismatch.again', { phone, email: page.supportEmail })] };
}
