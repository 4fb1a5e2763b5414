import { countryOfCallingCode } from '~/reference/calling-codes';
import type { With } from '~/journeys/open-states';

/** What the billing form starts from. Its country is at first that of the phone (docs/rules.md, "Billing form"). */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  return { country: countryOfCallingCode(parent.countryCode) ?? 'US', ...billing, ...parent };
}
