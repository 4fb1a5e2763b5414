import type { EmbeddedContext } from '~/backend/embedded/context';
import type { PricingGroup } from '~/domain/packages';
import { isCountry } from '~/reference/countries';
import { PACKAGES } from './catalogue';
import { decideTreatment } from './variants.server';

/** The flag that offers the UK packages. */
const UK_PACKAGES_FLAG = 'GROW450';

const idsOf = (keep: (sold: (typeof PACKAGES)[number]) => boolean) => PACKAGES.filter(keep).map(({ id }) => id);
const IN_DOLLARS = idsOf(({ currency }) => currency === 'USD');
const READY_MADE = idsOf(({ currency, buildYourOwn }) => currency === 'USD' && !buildYourOwn);
const UK = idsOf(({ currency }) => currency === 'GBP');
const FIRST = ['2011', '2012'];

interface Visitor {
  /** ISO 3166-1 alpha-2 of the billing address; null while unknown. */
  country: string | null;
  /** The phone's calling code, with or without its plus. Used only without a country; an unknown one counts as +1. */
  callingCode?: string;
  /** The visitor's id, for the experiments that decide an offer. */
  anonymousId?: string | null;
}

/** Picks the packages for a visitor (docs/rules.md, "Pricing groups"). */
export async function findOffer(
  context: EmbeddedContext,
  { country, callingCode = '1', anonymousId }: Visitor,
): Promise<{ pricingGroupName: PricingGroup; packageIds: string[] }> {
  const defaultGroup = country === null ? groupOfCallingCode(callingCode.replace('+', '')) : groupOfCountry(country);
  const pricingGroupName = context.pricingGroup ?? defaultGroup;
  return { pricingGroupName, packageIds: await packageIdsOf(pricingGroupName, context, anonymousId) };
}

/** Whether a package is sold to addresses of a country (docs/rules.md, "Country mismatch"). */
export async function isSoldTo(
  context: EmbeddedContext,
  packageId: string,
  visitor: { country: string; anonymousId: string | null | undefined },
): Promise<boolean> {
  if (!isCountry(visitor.country)) return false;
  const { packageIds } = await findOffer(context, visitor);
  return packageIds.includes(packageId);
}

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

function groupOfCountry(country: string): PricingGroup {
  if (country === 'US' || country === 'CA') return 'P3';
  return country === 'GB' ? 'P2' : 'P1';
}

function groupOfCallingCode(callingCode: string): PricingGroup {
  if (callingCode === '1') return 'P3';
  return callingCode === '44' ? 'P2' : 'P1';
}

async function packageIdsOf(
  group: PricingGroup,
  context: EmbeddedContext,
  anonymousId: string | null | undefined,
): Promise<string[]> {
  switch (group) {
    case 'P0':
      return FIRST;
    case 'P1':
      return READY_MADE;
    case 'P2':
      return (await decideTreatment(context, UK_PACKAGES_FLAG, anonymousId)) ? UK : READY_MADE;
    case 'P3':
      return IN_DOLLARS;
  }
}
