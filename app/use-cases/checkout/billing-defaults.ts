import type { With } from '~/journeys/open-states';

/** What a billing form starts with: what was billed before, else what the parent gave on the first step. */
export function billingDefaults({ billing, parent }: With<'parent'>) {
  return { country: parent.countryCode === '+44' ? 'GB' : 'US', ...parent, ...billing };
}
