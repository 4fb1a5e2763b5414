import type { Move } from './move';
import type { Rule } from './rules';
import type { JourneyName } from './screens';

/** A walk with fixed moves. */
export interface WrittenWalk {
  /** The fault that the walk found, or the rule that it confirms. */
  name: string;
  journeys: readonly JourneyName[];
  moves: readonly Move[];
  /** The rules of the walk. The default is all rules. */
  watches?: readonly Rule[];
  /** Walks on a site that sells no packages in pounds. */
  withoutPounds?: true;
}

export const BOTH = ['parent', 'invited'] as const;
export const PARENT = ['parent'] as const;
export const INVITED = ['invited'] as const;
