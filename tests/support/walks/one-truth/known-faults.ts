import { ALL_RULES, type Rule } from './rules';
import type { MoveKind } from './random-moves';
import { CONTACT_FAULTS } from './contact-faults';
import { COUNTRY_FAULTS } from './country-faults';
import { LOSS_FAULTS } from './loss-faults';

/** Walks that found a fault, each shortened to what it needs. */
export const FAULTS = [...CONTACT_FAULTS, ...COUNTRY_FAULTS, ...LOSS_FAULTS];

/** What the faults that are not mended yet would break anyway. Both are empty once no walk bears `knownFault`. */

export const LEFT_OUT: ReadonlySet<MoveKind> = new Set(FAULTS.flatMap(({ knownFault }) => knownFault?.moves ?? []));

const unwatched = new Set(FAULTS.flatMap(({ knownFault }) => knownFault?.rules ?? []));

export const WATCHED: readonly Rule[] = ALL_RULES.filter((rule) => !unwatched.has(rule));
