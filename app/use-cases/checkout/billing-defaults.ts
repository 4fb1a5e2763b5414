import type { With } from '~/journeys/open-states';

/** Earlier billing answers, otherwise the first step's. */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  const { firstName, lastName, countryCode, phoneNumber, email } = parent;
  const country = countryCode === '+44' ? 'GB' : 'US';
  return { ...(billing ?? { firstName, lastName, countryCode, phoneNumber, country }), email };
}
