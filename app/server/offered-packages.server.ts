import type { OfferedPackage } from '~/backend/messages';
import { sortPackages } from '~/domain/packages';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from './request-context.server';

/** The packages on offer to a person, in the order their cards stand in: by price, under GROW621 by the backend's priority. */
export async function listOfferedPackages(context: RequestContext, state: JoinState): Promise<OfferedPackage[]> {
  const ids = state.pricing?.packageIds ?? [];
  const offered = await listPackages(context, state, ids);
  const byPriority = await context.services.flags.isTreatment('GROW621', context.visitorId);
  return sortPackages(offered, byPriority ? 'priority' : 'price');
}

/** One package by its id; undefined when it is not on offer any more. */
export async function findPackage(
  context: RequestContext,
  state: JoinState,
  id: string,
): Promise<OfferedPackage | undefined> {
  return (await listPackages(context, state, [id])).find((offered) => offered.id === id);
}

function listPackages({ services: { backend }, language }: RequestContext, state: JoinState, ids: string[]) {
  return backend.packages.list({
    headers: { 'accept-language': language },
    query: { ids: ids.join(','), pricingLocale: pricingLocaleOf(state) },
  });
}

/** The United Kingdom is a pricing locale of its own; the billing country decides, before it is known the phone. */
export function pricingLocaleOf(state: JoinState): 'US' | 'UK' {
  const isUk = state.billing ? state.billing.country === 'GB' : state.parent?.countryCode === '+44';
  return isUk ? 'UK' : 'US';
}
