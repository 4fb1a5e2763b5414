import type { EmbeddedContext } from '~/backend/embedded/context';
import type { PricingGroup } from '~/domain/packages';
import { PACKAGES } from './catalogue';
import { isTreatment } from './variants.server';

/** The flag that offers the UK packages. */
const UK_PACKAGES_FLAG = 'GROW450';

const idsOf = (keep: (sold: (typeof PACKAGES)[number]) => boolean) => PACKAGES.filter(keep).map(({ id }) => id);
const IN_DOLLARS = idsOf(({ currency }) => currency === 'USD');
const READY_MADE = idsOf(({ currency, buildYourOwn }) => currency === 'USD' && !buildYourOwn);
const UK = idsOf(({ currency }) => currency === 'GBP');
const FIRST = ['2011', '2012'];

/**
 * Picks the packages for a visitor (docs/rules.md, "Pricing groups").
 *
 * @param callingCode of the phone, with or without its plus; an unknown code counts as +1
 */
export async function findOffer(
  context: EmbeddedContext,
  callingCode = '1',
  anonymousId?: string | null,
): Promise<{ pricingGroupName: PricingGroup; packageIds: string[] }> {
  const pricingGroupName = context.pricingGroup ?? groupOf(callingCode.replace('+', ''));
  return { pricingGroupName, packageIds: await packageIdsOf(pricingGroupName, context, anonymousId) };
}

function groupOf(callingCode: string): PricingGroup {
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
      return (await isTreatment(context, UK_PACKAGES_FLAG, anonymousId)) ? UK : READY_MADE;
    case 'P3':
      return IN_DOLLARS;
  }
}
