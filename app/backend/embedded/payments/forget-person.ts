import type { FullPaymentAnswer, FullPricing } from '~/backend/embedded/pricing/full-answers';
import type { Sealing } from '~/lib/sealing.server';

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

/**
 * Removes the co-parent from a stored payment answer. The rest stays, because the payer may still need it to set credentials.
 *
 * @param sealedAnswer as attempts store it
 */
export function withoutCoParent(sealedAnswer: string, sealing: Sealing): string {
  const answer = JSON.parse(sealing.open(sealedAnswer)) as FullPaymentAnswer;
  return sealing.seal(JSON.stringify({ ...answer, registration: { ...answer.registration, coParent: null } }));
}
