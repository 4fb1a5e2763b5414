import type { Move } from './move';
import type { Rule } from './rules';
import type { JourneyName } from './screens';

/** A walk, and what it showed when it was written down. */
export interface WrittenWalk {
  /** The fault, or what holds. */
  name: string;
  journeys: readonly JourneyName[];
  moves: readonly Move[];
  /** The rules that it is held to; all of them, unless said otherwise. */
  watches?: readonly Rule[];
  /** No packages in pounds are sold. */
  withoutPounds?: true;
}

export const BOTH = ['parent', 'invited'] as const;
export const PARENT = ['parent'] as const;
export const INVITED = ['invited'] as const;
