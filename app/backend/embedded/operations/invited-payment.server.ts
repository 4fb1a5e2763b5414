import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { os } from '~/backend/embedded/context';
import { findBestReferrerKey } from '~/backend/embedded/pricing/coupons.server';
import { findInvite, requireInvite } from '~/backend/embedded/people/invite-access.server';
import { AUTH_FAILED } from '~/backend/embedded/people/invited-answers';
import { skipsPayment } from '~/backend/embedded/people/invitation';
import { payerOfInvitation } from '~/backend/embedded/payments/payer';
import { findMissing, pricingRequestOf } from '~/backend/embedded/payments/payment-draft';
import { findPayment, takePayment } from '~/backend/embedded/payments/take-payment.server';
import { quote } from '~/backend/embedded/pricing/quote.server';
import { readBearer } from '~/backend/embedded/people/tokens.server';

/** The order's price at the address stored for the invited parent. */
export const price = os.parents.price.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const invitation = await requireInvite(context, params.userId, readBearer(headers.authorization), errors);
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const payer = payerOfInvitation(invitation);
  const faults = findMissing(payer, t);
  if (body.userId !== params.userId) faults.push({ field: 'userId', text: t('backend:validation.signup') });
  if (faults.length > 0) throw errors.INVALID({ data: { validationErrors: faults } });
  const wanted = { order: body.orderDetail, payForCoparent: false, codes: body.subscriptionCodes };
  const referrerKey = body.withoutCoupon
    ? undefined
    : await findBestReferrerKey(context.db, headers['x-referrer-key'], invitation.referrer_key);
  const quoted = await quote(context, pricingRequestOf(payer, wanted), {
    anonymousId: payer.anonymousId,
    referrerKey,
    language,
  });
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  return { pricing: quoted.pricing };
});

/**
 * Takes an invited parent's payment for their own subscription.
 *
 * @throws FORBIDDEN also if somebody else pays for the subscription, so that it is not paid twice
 */
export const pay = os.parents.pay.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const access = await findInvite(context, params.userId, readBearer(headers.authorization));
  if (access.state === 'dead') return AUTH_FAILED;
  const { invitation } = access;
  if (access.state === 'completed' || skipsPayment(invitation)) throw errors.FORBIDDEN();
  const referrerKey = await findBestReferrerKey(context.db, headers['x-referrer-key'], invitation.referrer_key);
  const payment = {
    body: { ...body, payForCoparent: false },
    idempotencyKey: headers['idempotency-key'],
    referrerKey,
    acceptLanguage: headers['accept-language'],
  };
  return takePayment(context, payerOfInvitation(invitation), payment, errors);
});

export const payment = os.parents.payment.handler(async ({ input, context, errors }) => {
  const { userId, idempotencyKey } = input.params;
  await requireInvite(context, userId, readBearer(input.headers.authorization), errors);
  return findPayment(context, userId, idempotencyKey);
});
