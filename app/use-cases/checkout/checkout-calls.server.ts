import { ADDRESS, type BillingDetails } from '~/steps/billing';
import {
  readFoundPayment,
  readPayment,
  readRefusal,
  requireAccepted,
  type FoundPayment,
  type PaymentOutcome,
} from '~/backend/refusal';
import { billingBodyOf, familyBodyOf, pricingBodyOf, parentBodyOf } from '~/backend/request-bodies';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { Order } from '~/domain/order';
import type { SignedUp } from '~/journeys/checkout';
import type { JoinState, With } from '~/journeys/join-state';
import { hasConfirmedDuplicate, type Patch } from '~/journeys/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ContactRecord } from '~/steps/contact';
import { clearCachedCalls, cachedCall } from './call-cache.server';
import {
  linkOf,
  inviteHeaders,
  inviteOfferHeaders,
  requireInvite,
  updateInvited,
} from '~/use-cases/invited/open-invite.server';
import {
  anonymousHeader,
  registrationHeaders,
  updateRegistration,
  referrerHeader,
  findPricing,
} from '~/use-cases/step/registration.server';

/** The result of the billing form: an address, and the contact record with the form's changes. */
export interface BilledContact {
  parent: ContactRecord;
  billing: BillingDetails;
}

/** The checkout's backend calls for either parent. Each throws the backend's errors (app/backend/refusal.ts). */
export interface CheckoutCalls {
  /** The backend's id of this sign-up. */
  id: string;
  /** @returns how the response changes the state */
  saveBilling(answered: BilledContact): Promise<Patch>;
  /** Saves the family as Review shows it. Defined for parent A. @returns as `saveBilling` */
  saveFamily?(): Promise<Patch>;
  /** Whether the package is available in the billing country (docs/rules.md, "Country mismatch"). */
  checkCountry(order: Order, answered: BilledContact): Promise<'success' | 'failure'>;
  /** Available packages in the billing country. */
  getPricing(answered: BilledContact): Promise<NonNullable<JoinState['pricing']>>;
  /** Codes and discount come from the state. */
  price(state: With<'order' | 'parent' | 'billing'>): Promise<PricingInfo>;
  /** The price without coupon and codes, which only reduce the first payment. */
  priceAtRenewal(state: With<'order' | 'parent' | 'billing'>): Promise<PricingInfo>;
  /** Defined if the backend stores consent separately from the payment. Never throws. */
  recordConsent?(): Promise<void>;
  pay(request: PaymentRequest, idempotencyKey: string): Promise<PaymentOutcome>;
  getPayment(idempotencyKey: string): Promise<FoundPayment>;
}

export function signUpCalls(context: RequestContext, state: SignedUp): CheckoutCalls {
  const calls = state.invited ? invitedCalls(context, state) : registrationCalls(context, state);
  // A write may change prices that were already fetched, even if it fails.
  const write = <Answer>(writing: Promise<Answer>) => writing.finally(() => clearCachedCalls(context));
  return {
    ...calls,
    saveBilling: (answered) => write(calls.saveBilling(answered)),
    pay: (request, idempotencyKey) => write(calls.pay(request, idempotencyKey)),
  };
}

/** The checkout's calls for parent A, authorised by the registration key. */
function registrationCalls(context: RequestContext, state: With<'registration' | 'parent'>): CheckoutCalls {
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
    return cachedCall(context, 'registrations.price', request, (asked) => registrations.price(asked));
  };
  return {
    id: signupId,

    saveBilling: ({ parent, billing }) =>
      updateRegistration(context, state, billingBodyOf(parent, billing, hasConfirmedDuplicate(state, parent))),

    async saveFamily() {
      const { family, coParentDuplicateConfirmed = false } = state;
      return family ? updateRegistration(context, state, familyBodyOf(family, coParentDuplicateConfirmed)) : {};
    },

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
      const { parent, billing, family } = state;
      if (!billing || !family) return readPayment(await registrations.pay({ params, headers: keyed, body: request }));
      const { coParent, children } = familyBodyOf(family, false);
      const payer = { ...payerOf({ parent, billing }), coParent, children };
      return readPayment(await registrations.pay({ params, headers: keyed, body: { ...request, payer } }));
    },

    async getPayment(idempotencyKey) {
      return readFoundPayment(await registrations.payment({ params: { signupId, idempotencyKey }, headers }));
    },
  };
}

/** This browser's answers. Another holder of the invite may have stored others. */
function payerOf({ parent, billing }: BilledContact) {
  return { parent: parentBodyOf(parent), address: ADDRESS.toBody(billing) };
}

/** The checkout's calls for parent B, authorised by the invite. */
function invitedCalls(context: RequestContext, state: With<'invited' | 'parent'>): CheckoutCalls {
  const { parents } = context.services.backend;
  const link = linkOf(state.invited);
  const { userId } = link;
  const params = { userId };
  const headers = inviteOfferHeaders(context, link);
  const price = async (request: Parameters<typeof parents.price>[0]) =>
    (await cachedCall(context, 'parents.price', request, (asked) => parents.price(asked))).pricing;
  return {
    id: userId,

    async saveBilling({ parent, billing }) {
      await updateInvited(context, link, parent, (contact) => ({
        ...contact,
        sections: ['PARENT', 'ADDRESS'],
        address: ADDRESS.toBody(billing),
        parentDuplicateConfirmed: hasConfirmedDuplicate(state, parent),
      }));
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
    async getPricing(answered) {
      const { pricingGroupName, packageIds } = await requireInvite(context, link, answered);
      return { group: pricingGroupName, packageIds };
    },

    price: ({ order, codes = [], discount, ...visitor }) =>
      price({
        params,
        headers: { ...headers, ...referrerHeader(discount) },
        body: { userId, orderDetail: order, subscriptionCodes: codes, payer: payerOf(visitor) },
      }),

    priceAtRenewal: ({ order, ...visitor }) =>
      price({
        params,
        headers,
        body: { userId, orderDetail: order, subscriptionCodes: [], withoutCoupon: true, payer: payerOf(visitor) },
      }),

    async pay(request, idempotencyKey) {
      const keyed = { ...headers, ...referrerHeader(state.discount), 'idempotency-key': idempotencyKey };
      const { parent, billing } = state;
      const payer = billing && payerOf({ parent, billing });
      return readPayment(await parents.pay({ params, headers: keyed, body: { ...request, ...(payer && { payer }) } }));
    },

    async getPayment(idempotencyKey) {
      return readFoundPayment(
        await parents.payment({ params: { userId, idempotencyKey }, headers: inviteHeaders(context, link) }),
      );
    },

    async recordConsent() {
      try {
        const body = { agreedToTerms: true as const };
        requireAccepted(await parents.agreeToTerms({ params, headers: { 'x-invite-token': link.token }, body }));
      } catch (error) {
        // The credentials page asks for consent again.
        context.log.warn({ err: error, refusal: readRefusal(error).kind }, 'failed to record the consent to the terms');
      }
    },
  };
}
