import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { Sealing } from '~/lib/sealing.server';

/**
 * The figures that were agreed to, without the address below its region and without the phone.
 *
 * @param pricing JSON, as an order and an attempt keep it
 */
export function withoutPerson(pricing: string): string {
  const { request, ...figures } = JSON.parse(pricing) as Partial<PricingInfo>;
  if (!request) return pricing;
  const { address, phoneCountryCode: _code, phoneNumber: _number, ...rest } = request;
  const { country, region } = address;
  return JSON.stringify({ ...figures, request: { ...rest, address: { country, region } } });
}

/**
 * The answer to a payment that is kept for whoever made it, without the co-parent: by it they may still choose their credentials.
 *
 * @param sealedAnswer as an attempt keeps it
 */
export function withoutCoParent(sealedAnswer: string, sealing: Sealing): string {
  const answer = JSON.parse(sealing.open(sealedAnswer)) as PaymentAnswer;
  return sealing.seal(JSON.stringify({ ...answer, registration: { ...answer.registration, coParent: null } }));
}
