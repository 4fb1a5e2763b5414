import { fillBilling } from './fill-in';
import { move } from './move';
import type { PlaceName } from './places';

const HOMES: Readonly<Record<string, readonly PlaceName[]>> = {
  '+1': ['minnesota', 'texas'],
  '+44': ['leeds'],
  '+52': ['mexico'],
  '+61': ['sydney'],
};

/** Is billed in the country of their phone. @param number which of its places */
export const billingAtHome = (number: number) =>
  move('billingAtHome', [number], async (visit) => {
    const homes = HOMES[visit.truth.contact?.countryCode ?? ''] ?? [];
    const home = homes[number % homes.length];
    if (home && (await visit.goTo('payment/billing'))) await fillBilling(visit, home, {});
  });
