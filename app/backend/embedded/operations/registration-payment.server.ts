import { os } from '~/backend/embedded/context';
import { payerOfRegistration } from '~/backend/embedded/payments/payer';
import { findPayment, takePayment } from '~/backend/embedded/payments/take-payment.server';
import { requireRegistration } from '~/backend/embedded/people/registration.server';
import { describeCoupon, findCoupon } from '~/backend/embedded/pricing/coupons.server';
import { quote } from '~/backend/embedded/pricing/quote.server';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';

export const coupons = os.registrations.coupons.handler(async ({ input, context, errors }) => {
  await requireRegistration(context.db, input.params.signupId, input.headers['x-registration-key'], errors);
  const coupon = await findCoupon(context.db, input.headers['x-referrer-key']);
  if (!coupon) return { coupons: [] };
  const language = findLanguage(input.headers['accept-language']);
  return { coupons: [{ couponCode: coupon.coupon_code, description: describeCoupon(coupon, language) }] };
});

/** `limboId` is the sign-up's own id. */
export const price = os.registrations.price.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const registration = await requireRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  const language = findLanguage(headers['accept-language']);
  if (body.limboId !== params.signupId) {
    const text = translate(language)('backend:validation.signup');
    throw errors.INVALID({ data: { validationErrors: [{ field: 'limboId', text }] } });
  }
  const quoted = await quote(context, body, {
    anonymousId: registration.anonymous_id,
    referrerKey: headers['x-referrer-key'],
    language,
  });
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  return quoted.pricing;
});

export const pay = os.registrations.pay.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const registration = await requireRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  const payment = {
    body,
    idempotencyKey: headers['idempotency-key'],
    referrerKey: headers['x-referrer-key'],
    acceptLanguage: headers['accept-language'],
  };
  return takePayment(context, payerOfRegistration(registration), payment, errors);
});

export const payment = os.registrations.payment.handler(async ({ input, context, errors }) => {
  const { signupId, idempotencyKey } = input.params;
  await requireRegistration(context.db, signupId, input.headers['x-registration-key'], errors);
  return findPayment(context, signupId, idempotencyKey);
});
