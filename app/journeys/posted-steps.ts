import { STEPS as INVITED_STEPS } from './invited/steps';
import { STEPS as PARENT_STEPS } from './parent/steps';
import { PRO_STEPS } from './professional/steps';

/** Every step whose form can be posted, with its journey. */
export const POSTED_STEPS: readonly { journey: string; name: string }[] = [
  ...namesOf(PARENT_STEPS).map((name) => ({ journey: 'parent', name })),
  ...namesOf(INVITED_STEPS).map((name) => ({ journey: 'invited', name })),
  ...PRO_STEPS.map((name) => ({ journey: 'professional', name })),
];

/** A receipt has no form. */
function namesOf(steps: readonly { name: string }[]): string[] {
  return steps.map(({ name }) => name).filter((name) => name !== 'receipt');
}
