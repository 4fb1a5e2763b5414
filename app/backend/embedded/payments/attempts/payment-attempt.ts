import type { Selectable } from 'kysely';
import { z } from 'zod';
import { paymentRequest } from '~/backend/schemas/payments';
import {
  fullPaymentAnswer,
  fullPricing,
  type FullPaymentAnswer,
  type FullPricing,
} from '~/backend/embedded/pricing/full-answers';
import { tryOpen, type Sealing } from '~/lib/sealing.server';
import type { PaymentAttemptTable } from '~/store/backend-tables';
import { jsonColumn } from '~/store/json-column';

export type PaymentAttempt = Selectable<PaymentAttemptTable>;

/** The stored part of a payment request, without the payment method's data. */
const attemptRequest = paymentRequest
  .pick({
    order: true,
    payForCoparent: true,
    promoCodes: true,
    marketingOptIn: true,
    parentDuplicateConfirmed: true,
    coParentDuplicateConfirmed: true,
    termsAgreement: true,
  })
  .extend({
    /** The key of the press that began the attempt; others may join it later. Only drafts of tests lack it. */
    idempotencyKey: z.string().optional(),
    /** The payer's answers, as their column stores them, until the order is registered or the attempt closed. */
    answers: z.string().optional(),
  });

/** The parts of the agreed pricing that the code reads. All of it is stored. */
const attemptPricing = fullPricing
  .pick({ couponDetail: true, paymentCodeDetails: true, totals: true })
  .extend({ request: z.object({ address: z.object({ country: z.string() }) }) });

export const requestColumn = jsonColumn('request', attemptRequest);
export const pricingColumn = jsonColumn('pricing', attemptPricing);
export const nonceColumn = jsonColumn(
  'sealed_nonce',
  z.object({ nonce: z.string(), deviceData: z.string().optional() }),
);
export const answerColumn = jsonColumn('sealed_answer', fullPaymentAnswer);

export function readAttempt({ request, pricing }: PaymentAttempt) {
  return { request: requestColumn.read(request), pricing: pricingColumn.read(pricing) };
}

/** Whether a key was assigned to an attempt that another key began. */
export function isJoinedBy({ request }: Pick<PaymentAttempt, 'request'>, idempotencyKey: string): boolean {
  const { idempotencyKey: own = idempotencyKey } = JSON.parse(request) as { idempotencyKey?: string };
  return own !== idempotencyKey;
}

/** Whether a payment pays for the co-parent, too. */
export function isForCoParentToo({ request }: Pick<PaymentAttempt, 'request'>): boolean {
  return (JSON.parse(request) as { payForCoparent?: boolean }).payForCoparent === true;
}

/** The `request` column without the payer's answers. */
export function withoutAnswers(request: string): string {
  return changeAnswers(request, () => undefined);
}

/** Changes the payer's answers in the `request` column, if it has any. */
export function changeAnswers(request: string, change: (answers: string) => string | undefined): string {
  // Parsed without the schema, to keep what a newer build stored.
  const { answers, ...rest } = JSON.parse(request) as { answers?: string };
  return JSON.stringify(answers === undefined ? rest : { ...rest, answers: change(answers) });
}

/**
 * Removes the phone and the address below its region from a stored pricing.
 *
 * @param pricing JSON, as orders and attempts store it
 */
export function withoutPerson(pricing: string): string {
  const { request, ...figures } = JSON.parse(pricing) as Partial<FullPricing>;
  if (!request) return pricing;
  const { address, phoneCountryCode: _code, phoneNumber: _number, ...rest } = request;
  const { country, region } = address;
  return JSON.stringify({ ...figures, request: { ...rest, address: { country, region } } });
}

/** Stored in place of a response that no secret opens and that names an erased person. A response also marks the attempt as paid. */
export const LOST_ANSWER = 'null';

/** @returns undefined if no secret opens the response, because its own was dropped, or if an erasure removed it */
export function findReadableAnswer(sealing: Sealing, sealedAnswer: string): FullPaymentAnswer | undefined {
  const opened = tryOpen(sealing, sealedAnswer);
  return opened === undefined || opened === LOST_ANSWER ? undefined : answerColumn.read(opened);
}

/** Null until there is a result. @throws Error if no secret opens it */
export function readAnswer(sealing: Sealing, { sealed_answer }: PaymentAttempt): FullPaymentAnswer | null {
  return sealed_answer === null ? null : answerColumn.read(sealing.open(sealed_answer));
}
