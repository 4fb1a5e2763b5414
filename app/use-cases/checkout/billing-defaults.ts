import type { With } from '~/journeys/open-states';

/** What a billing form starts with: what was billed before, else what the parent gave on the first step. */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  const { firstName, lastName, countryCode, phoneNumber, email } = parent;
  const country = countryCode === '+44' ? 'GB' : 'US';
  return { ...(billing ?? { firstName, lastName, countryCode, phoneNumber, country }), email };
}
