import type { EmbeddedContext } from '~/backend/embedded/context';
import { isSoldTo } from '~/backend/embedded/pricing/offer';

interface Criteria {
  packageId: string;
  /** The phone is part of the call, but has no influence here. */
  countryCriteria: { countryCode: string; phoneNumber: string; country: string };
}

/** Succeeds if the package is available in the billing country, whatever the phone's calling code (docs/decisions/0004). */
export async function checkCountryCriteria(
  context: EmbeddedContext,
  { packageId, countryCriteria: { country } }: Criteria,
  anonymousId: string | null | undefined,
): Promise<{ result: 'success' | 'failure' }> {
  return { result: (await isSoldTo(context, packageId, { country, anonymousId })) ? 'success' : 'failure' };
}
