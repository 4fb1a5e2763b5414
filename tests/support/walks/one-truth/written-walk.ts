import type { Move } from './move';
import type { Rule } from './rules';
import type { JourneyName } from './screens';

/** A walk, and its result when it was written. */
export interface WrittenWalk {
  /** The fault, or what holds. */
  name: string;
  journeys: readonly JourneyName[];
  moves: readonly Move[];
  /** The rules of the walk; all by default. */
  watches?: readonly Rule[];
  /** No packages in pounds are sold. */
  withoutPounds?: true;
}

export const BOTH = ['parent', 'invited'] as const;
export const PARENT = ['parent'] as const;
export const INVITED = ['invited'] as const;
