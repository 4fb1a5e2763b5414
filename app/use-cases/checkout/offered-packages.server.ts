import type { OfferedPackage } from '~/backend/schemas/offers';
import { promotePremium, sortPackages } from '~/domain/packages';
import type { JoinState } from '~/journeys/join-state';
import { cachedCall } from './call-cache.server';
import { anonymousHeader } from '~/use-cases/step/registration.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Sorted by price or, under GROW621, by the backend's priority; under GROW431 premium packages come first. */
export async function listOfferedPackages(
  context: RequestContext,
  state: JoinState,
): Promise<{ packages: OfferedPackage[]; recommendedId: string | undefined }> {
  const offered = await listPackages(context, pricingLocaleOf(state), state.pricing?.packageIds ?? undefined);
  const byPriority = await context.experiments.isTreatment('GROW621');
  const sorted = sortPackages(offered, byPriority ? 'priority' : 'price');
  // The backend runs GROW450; this records that the visitor took part.
  if (state.pricing?.group === 'P2') await context.experiments.enter(['GROW450']);
  const recommends = state.pricing?.group === 'P3' && (await context.experiments.isTreatment('GROW431'));
  return recommends ? promotePremium(sorted) : { packages: sorted, recommendedId: undefined };
}

/** Undefined if the package is no longer available. */
export function findPackage(
  context: RequestContext,
  state: JoinState,
  id: string,
): Promise<OfferedPackage | undefined> {
  return findPackageIn(context, pricingLocaleOf(state), id);
}

/** As `findPackage`, without a sign-up's state. */
export async function findPackageIn(
  context: RequestContext,
  pricingLocale: 'US' | 'UK',
  id: string,
): Promise<OfferedPackage | undefined> {
  return (await listPackages(context, pricingLocale, [id])).find((offered) => offered.id === id);
}

/** All packages of the pricing locale if the backend has not named the available ones. One that the backend repeats is listed once. */
export async function listPackages(
  context: RequestContext,
  pricingLocale: 'US' | 'UK',
  ids: string[] | undefined,
  signal?: AbortSignal,
): Promise<OfferedPackage[]> {
  // The backend would read an empty list as no list, and return all packages.
  if (ids?.length === 0) return [];
  const request = {
    headers: { 'accept-language': context.language, ...anonymousHeader(context.experimentId) },
    query: { ids: ids?.join(','), pricingLocale },
  };
  const { packages } = context.services.backend;
  const listed = signal
    ? await packages.list(request, { signal })
    : await cachedCall(context, 'packages.list', request, (asked) => packages.list(asked));
  return listed.filter(({ id }, at) => listed.findIndex((one) => one.id === id) === at);
}

/** docs/rules.md, "Pricing locale and currency" */
export function pricingLocaleOf({ billing, parent }: Pick<JoinState, 'billing' | 'parent'>): 'US' | 'UK' {
  const isUk = billing ? billing.country === 'GB' : parent?.countryCode === '+44';
  return isUk ? 'UK' : 'US';
}
