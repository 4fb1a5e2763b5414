import { readFoundPayment, readPayment, readRefusal, requireAccepted } from '~/backend/refusal';
import { addressOf, invitedUpdateOf } from '~/backend/request-bodies';
import type { With } from '~/journeys/open-states';
import { askOnce } from '~/use-cases/checkout/ask-once.server';
import type { CheckoutCalls } from '~/use-cases/checkout/checkout-calls';
import { findInviteLink, invitedAnonymousId, inviteHeaders, requireInvite } from './open-invite.server';
import { referrerHeader } from '~/use-cases/step/update-registration.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** The checkout's calls for parent B, authorised by the invite. */
export function invitedCalls(context: RequestContext, state: With<'invited' | 'parent'>): CheckoutCalls {
  const { parents } = context.services.backend;
  const link = findInviteLink(context) ?? state.invited;
  const { userId } = link;
  const params = { userId };
  const headers = inviteHeaders(context, link);
  const price = async (request: Parameters<typeof parents.price>[0]) =>
    (await askOnce(context, 'parents.price', request, (asked) => parents.price(asked))).pricing;
  return {
    id: userId,

    async saveBilling({ parent, billing }) {
      const update = invitedUpdateOf(userId, parent, invitedAnonymousId(context));
      requireAccepted(
        await parents.update({
          params,
          headers,
          body: { ...update, sections: ['PARENT', 'ADDRESS'], address: addressOf(billing) },
        }),
      );
      return {};
    },

    async checkCountry({ packageId }, { parent: { countryCode, phoneNumber }, billing: { country } }) {
      const { result } = await parents.checkCountry({
        params,
        headers,
        body: { packageId, countryCriteria: { countryCode, phoneNumber, country } },
      });
      return result;
    },

    // The packages come with the invite (docs/rules.md, "Pricing groups").
    async getPricing() {
      const { pricingGroupName, packageIds } = await requireInvite(context, link);
      return { group: pricingGroupName, packageIds };
    },

    price: ({ order, codes = [], discount }) =>
      price({
        params,
        headers: { ...headers, ...referrerHeader(discount) },
        body: { userId, orderDetail: order, subscriptionCodes: codes },
      }),

    priceAtRenewal: ({ order }) =>
      price({ params, headers, body: { userId, orderDetail: order, subscriptionCodes: [], withoutCoupon: true } }),

    async pay(request, idempotencyKey) {
      const keyed = { ...headers, ...referrerHeader(state.discount), 'idempotency-key': idempotencyKey };
      return readPayment(await parents.pay({ params, headers: keyed, body: request }));
    },

    async getPayment(idempotencyKey) {
      return readFoundPayment(await parents.payment({ params: { userId, idempotencyKey }, headers }));
    },

    async recordConsent() {
      try {
        const body = { agreedToTerms: true as const };
        requireAccepted(await parents.agreeToTerms({ params, headers: { 'x-invite-token': link.token }, body }));
      } catch (error) {
        // Consent is asked for again with the credentials.
        context.log.warn({ err: error, refusal: readRefusal(error).kind }, 'the terms could not be recorded');
      }
    },
  };
}
