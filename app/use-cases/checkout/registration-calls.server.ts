import { readFoundPayment, readPayment } from '~/backend/refusal';
import { billingBodyOf, pricingBodyOf } from '~/backend/request-bodies';
import type { With } from '~/journeys/open-states';
import { hasConfirmedDuplicate } from '~/journeys/parent/progress';
import { askOnce } from './ask-once.server';
import type { CheckoutCalls } from './checkout-calls';
import { anonymousHeader, registrationHeaders, updateRegistration } from '~/use-cases/step/update-registration.server';
import { findPricing } from '~/use-cases/step/find-pricing.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** The checkout's calls for parent A, authorised by the registration key. */
export function registrationCalls(context: RequestContext, state: With<'registration' | 'parent'>): CheckoutCalls {
  const { registrations, countryCriteria } = context.services.backend;
  const { signupId } = state.registration;
  const params = { signupId };
  const headers = registrationHeaders(context, state);
  const price: CheckoutCalls['price'] = ({ order, parent, billing, codes = [], paysForCoParent = false, discount }) => {
    const request = {
      params,
      headers: registrationHeaders(context, { registration: state.registration, discount }),
      body: pricingBodyOf(signupId, order, { parent, billing }, { codes, paysForCoParent }),
    };
    return askOnce(context, 'registrations.price', request, (asked) => registrations.price(asked));
  };
  return {
    id: signupId,

    saveBilling: ({ parent, billing }) =>
      updateRegistration(context, state, billingBodyOf(parent, billing, hasConfirmedDuplicate(state, parent))),

    async checkCountry({ packageId }, { parent: { countryCode, phoneNumber }, billing: { country } }) {
      const { result } = await countryCriteria.check({
        headers: anonymousHeader(context.experimentId),
        body: { packageId, countryCriteria: { countryCode, phoneNumber, country } },
      });
      return result;
    },

    getPricing: ({ parent: { countryCode, phoneNumber }, billing: { country } }) =>
      findPricing(context, { country, countryCode, phoneNumber }),

    price,
    priceAtRenewal: (ordered) => price({ ...ordered, codes: [], discount: undefined }),

    async pay(request, idempotencyKey) {
      const keyed = { ...headers, 'idempotency-key': idempotencyKey };
      return readPayment(await registrations.pay({ params, headers: keyed, body: request }));
    },

    async getPayment(idempotencyKey) {
      return readFoundPayment(await registrations.payment({ params: { signupId, idempotencyKey }, headers }));
    },
  };
}
