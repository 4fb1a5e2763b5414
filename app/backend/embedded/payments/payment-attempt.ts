import type { Selectable } from 'kysely';
import { z } from 'zod';
import { paymentAnswer, paymentRequest, type PaymentAnswer } from '~/backend/schemas/payments';
import { pricingInfo } from '~/backend/schemas/prices';
import type { Sealing } from '~/lib/sealing.server';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import { jsonColumn } from '~/store/json-column';

/** A row of the attempt table. */
export type PaymentAttempt = Selectable<PaymentAttemptTable>;

/** What an attempt keeps of the payment request: everything but the payment itself. */
const attemptRequest = paymentRequest.pick({
  order: true,
  payForCoparent: true,
  promoCodes: true,
  marketingOptIn: true,
  parentDuplicateConfirmed: true,
  coParentDuplicateConfirmed: true,
});

/** What of the figures that were agreed to is read again; all of them are written. */
const attemptPricing = pricingInfo
  .pick({ couponDetail: true, paymentCodeDetails: true, totals: true })
  .extend({ request: z.object({ address: z.object({ country: z.string() }) }) });

export const requestColumn = jsonColumn('request', attemptRequest);
export const pricingColumn = jsonColumn('pricing', attemptPricing);
export const nonceColumn = jsonColumn(
  'sealed_nonce',
  z.object({ nonce: z.string(), deviceData: z.string().optional() }),
);
export const answerColumn = jsonColumn('sealed_answer', paymentAnswer);

/** An attempt's JSON columns, read. */
export function readAttempt({ request, pricing }: PaymentAttempt) {
  return { request: requestColumn.read(request), pricing: pricingColumn.read(pricing) };
}

/** The payment answer of an attempt; null while there is none. */
export function readAnswer(sealing: Sealing, { sealed_answer }: PaymentAttempt): PaymentAnswer | null {
  return sealed_answer === null ? null : answerColumn.read(sealing.open(sealed_answer));
}
