import { os } from '~/backend/embedded/context';
import { payerOfRegistration } from '~/backend/embedded/payments/payer';
import { findPayment, takePayment } from '~/backend/embedded/payments/take-payment.server';
import { requireRegistration } from '~/backend/embedded/people/registration-access.server';

/** Takes the payment of a sign-up. */
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

/** What became of the payment of a sign-up. */
export const payment = os.registrations.payment.handler(async ({ input, context, errors }) => {
  const { signupId, idempotencyKey } = input.params;
  await requireRegistration(context.db, signupId, input.headers['x-registration-key'], errors);
  return findPayment(context, signupId, idempotencyKey);
});
