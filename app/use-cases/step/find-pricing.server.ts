import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { anonymousHeader } from './update-registration.server';

/** Whom packages are offered to. */
interface Asker {
  /** ISO 3166-1 alpha-2; null as long as no address is known: the calling code decides then. */
  country: string | null;
  countryCode: string;
  phoneNumber: string;
}

/** The packages on offer (docs/rules.md, "Pricing groups"). @throws what the backend throws (app/backend/refusal.ts) */
export async function findPricing(
  context: RequestContext,
  { country, countryCode, phoneNumber }: Asker,
): Promise<NonNullable<JoinState['pricing']>> {
  const { pricingGroupName, packageIds } = await context.services.backend.pricingGroups.find({
    headers: { 'accept-language': context.language, ...anonymousHeader(context.experimentId) },
    body: { country, countryCode: countryCode.slice(1), phoneNumber },
  });
  return { group: pricingGroupName, packageIds };
}
