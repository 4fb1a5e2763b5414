import type { LookupName } from '~/backend/schemas/professional';
import type { ListItem } from '~/domain/list-item';
import { PRACTICE_ZONES_BY_REGION } from '~/reference/professionals';
import type { RequestContext } from '~/server/request/request-context.server';

/** A list that failed to load is empty. `failed` is true if any list failed. */
export interface OptionLists<Name extends string> {
  lists: Record<Name, ListItem[]>;
  failed: boolean;
}

export function fetchContactLists(context: RequestContext) {
  return fetchAll(context, {
    titles: () => fetchList(context, 'titles'),
    referrals: () => fetchList(context, 'referrals'),
    benchOfficers: () => fetchList(context, 'bench-officers'),
    colleagues: () => fetchList(context, 'colleagues'),
    countryCodes: () => fetchList(context, 'country-codes'),
  });
}

export function fetchPracticeLists(context: RequestContext, country: string, region: string) {
  return fetchAll(context, {
    countries: () => fetchList(context, 'countries'),
    regions: () => fetchRegions(context, country),
    timezones: () => fetchTimezones(context, country, region),
    roles: () => fetchList(context, 'roles', country),
  });
}
export type PracticeLists = Awaited<ReturnType<typeof fetchPracticeLists>>;

export function fetchAccountLists(context: RequestContext, { country, region }: { country: string; region: string }) {
  return fetchAll(context, {
    titles: () => fetchList(context, 'titles'),
    countries: () => fetchList(context, 'countries'),
    regions: () => fetchRegions(context, country),
    timezones: () => fetchTimezones(context, country, region),
    roles: () => fetchList(context, 'roles', country),
  });
}

/** Empty if addresses have no region there. */
export function fetchRegions(
  { services: { backend }, language }: RequestContext,
  country: string,
): Promise<ListItem[]> {
  return backend.reference.regions({ params: { countryId: country }, headers: { 'accept-language': language } });
}

/** By region in the US and Canada, once one is chosen. */
export function fetchTimezones(
  { services: { backend }, language }: RequestContext,
  country: string,
  region: string,
): Promise<ListItem[]> {
  return backend.reference.timezones({
    params: { countryId: country },
    query: { region: PRACTICE_ZONES_BY_REGION.includes(country) && region !== '' ? region : undefined },
    headers: { 'accept-language': language },
  });
}

export function fetchList(
  { services: { backend }, language }: RequestContext,
  list: LookupName,
  country?: string,
): Promise<ListItem[]> {
  return backend.lookups.list({ params: { list }, query: { country }, headers: { 'accept-language': language } });
}

/** Fetches in parallel. A failed list is logged and does not affect the others. */
async function fetchAll<Name extends string>(
  context: RequestContext,
  wanted: Record<Name, () => Promise<ListItem[]>>,
): Promise<OptionLists<Name>> {
  let failed = false;
  const entries = Object.entries<() => Promise<ListItem[]>>(wanted).map(async ([name, find]) => {
    try {
      return [name, await find()] as const;
    } catch (error) {
      failed = true;
      context.log.error({ err: error, list: name }, 'failed to load an option list');
      return [name, []] as const;
    }
  });
  const lists = Object.fromEntries(await Promise.all(entries)) as Record<Name, ListItem[]>;
  return { lists, failed };
}
