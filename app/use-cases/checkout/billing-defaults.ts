import type { With } from '~/journeys/open-states';

/** Earlier billing answers, otherwise the first step's. */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  return { country: parent.countryCode === '+44' ? 'GB' : 'US', ...parent, ...billing };
}
