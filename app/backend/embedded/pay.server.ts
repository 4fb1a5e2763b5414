import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { joinPayment, resume, takePayment } from './attempt-runner.server';
import { ATTEMPT_STATES, OWN_REASONS } from './attempt-states';
import { findAttemptByKey, findLiveAttempt } from './attempt-store.server';
import { os, type EmbeddedContext } from './context';
import type { PaymentAttempt } from './payment-attempt';
import { findPaymentFaults, makeAttemptDraft, pricingRequestOf } from './payment-draft';
import { outcomeOf } from './payment-outcome';
import { quote } from './quote.server';
import { duplicate } from './registrations.server';
import { requireRegistration } from './registration-access.server';

/**
 * Takes a payment: at most once a sign-up, whatever is pressed twice or cut off. The same idempotency key always gets the same answer;
 * another one that comes while a payment is under way, or after it, stands for that payment.
 */
export const pay = os.registrations.pay.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const { signupId } = params;
  const key = headers['idempotency-key'];
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const registration = await requireRegistration(context.db, signupId, headers['x-registration-key'], errors);

  const earlier = await findEarlier(context, signupId, key);
  if (earlier) return answerOf(earlier);

  const validationErrors = await findPaymentFaults(context, registration, body, t);
  if (validationErrors.length > 0) throw errors.INVALID({ data: { validationErrors } });
  const quoted = await quote(context, pricingRequestOf(registration, body), headers['x-referrer-key'], language);
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  const { pricing } = quoted;
  if (pricing.finalPrice !== body.payment.amountDisplayed || pricing.taxes !== body.payment.taxAmountDisplayed) {
    throw errors.PRICE_CHANGED({ data: { pricing } });
  }
  if (pricing.finalPrice > 0 && body.payment.nonce === null) {
    throw errors.INVALID({
      data: { validationErrors: [{ field: 'payment.nonce', text: t('backend:validation.nonce') }] },
    });
  }
  return answerOf(await takePayment(context, makeAttemptDraft(context, signupId, body, pricing, language), key));

  function answerOf(attempt: PaymentAttempt) {
    const outcome = outcomeOf(context, attempt);
    if (outcome.state !== 'failed') return outcome;
    if (attempt.reason === OWN_REASONS.parentDuplicate) {
      throw errors.INVALID({ data: { validationErrors: duplicate(t, 'parent', true) } });
    }
    if (attempt.reason === OWN_REASONS.codeSpent) {
      const text = t('backend:validation.activationCode');
      throw errors.INVALID({ data: { validationErrors: [{ field: 'promoCodes', text }] } });
    }
    throw errors.DECLINED({ data: { exception: outcome.exception, status: 402 } });
  }
});

/** What became of a payment. Asking is also what finds out, once nobody else is working on it. */
export const payment = os.registrations.payment.handler(async ({ input, context, errors }) => {
  const { signupId, idempotencyKey } = input.params;
  await requireRegistration(context.db, signupId, input.headers['x-registration-key'], errors);
  const attempt =
    (await findAttemptByKey(context.db, signupId, idempotencyKey)) ?? (await findLiveAttempt(context.db, signupId));
  if (!attempt) throw errors.NOT_FOUND();
  const isOpen = ATTEMPT_STATES[attempt.state].standing === 'open';
  return outcomeOf(context, isOpen ? await resume(context, attempt) : attempt);
});

/** The attempt that a press of the button stands for already, as far as it has come. */
async function findEarlier(
  context: EmbeddedContext,
  signupId: string,
  key: string,
): Promise<PaymentAttempt | undefined> {
  const live = context.livePayments.get(signupId);
  if (live) return joinPayment(context, await live, key);
  const known = await findAttemptByKey(context.db, signupId, key);
  if (known) return resume(context, known);
  const other = await findLiveAttempt(context.db, signupId);
  return other && resume(context, await joinPayment(context, other, key));
}
