import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { encodeTagPayload, type TagPayload } from '~/domain/tag-payload';
import { findRenewal } from '~/backend/embedded/pricing/renewal';
import { orderNumberOf } from '~/domain/receipt/order-number';
import { toLanguage } from '~/i18n/languages';
import type { AttemptCodes } from './attempts/attempt-codes';
import type { Buyer } from './buyer';
import { readAttempt, type PaymentAttempt } from './attempts/payment-attempt';

export function makePaymentAnswer(
  attempt: PaymentAttempt,
  { userId, familyId, parent, coParent }: Buyer,
  codes: AttemptCodes,
  made: { clickToJoinToken: string; at: Date },
): FullPaymentAnswer {
  const { request, pricing } = readAttempt(attempt);
  const { phoneCountryCode, phoneNumber } = coParent ?? {};
  return {
    receipt: {
      cardLastFour: attempt.card_last_four,
      paymentType: attempt.payment_type,
      totals: pricing.totals,
      transactionId: attempt.transaction_id,
      payForCoParent: request.payForCoparent,
      paymentCodeDetails: pricing.paymentCodeDetails.map((detail, at) => ({
        ...detail,
        code: codes.priced[at] ?? detail.code,
      })),
      transactionDateTime: made.at.toISOString(),
      orderNumber: orderNumberOf(attempt.order_id),
      renewal: findRenewal(request.order, pricing.totals, { from: made.at, language: toLanguage(attempt.language) }),
      terms: request.termsAgreement ?? null,
    },
    registration: {
      parent: { userId, familyId, email: parent.email },
      coParent: coParent && {
        email: coParent.email,
        phoneNumberWithCountryCode: phoneNumber ? `${phoneCountryCode ?? ''}${phoneNumber}` : null,
      },
      order: { packageId: request.order.packageId },
      promoCodes: codes.typed,
    },
    pricingInfo: { couponDetail: pricing.couponDetail },
    clickToJoinToken: made.clickToJoinToken,
    gaPayloadBase64: encodeTagPayload(tagPayloadOf(attempt, request.order.packageId)),
  };
}

/** The purchase event for a tag manager: in dollars and without personal data (docs/rules.md, "Events"). */
function tagPayloadOf({ transaction_id, amount }: PaymentAttempt, packageId: string): TagPayload {
  const ecommerce = {
    transaction_id,
    currency: 'USD',
    value: amount / 100,
    items: [{ item_id: packageId, quantity: 1 }],
  };
  return { event: 'purchase', ecommerce };
}
