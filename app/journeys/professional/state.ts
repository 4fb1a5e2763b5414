import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import type { Draft } from '../join-state';

/**
 * A professional's registration, beside a parent's join state in the same session: neither loses the other. Each property is a slice that
 * is written whole.
 */
export interface ProfessionalState {
  /** Random; with what was entered it makes the idempotency key of the submit. */
  proKey?: string;
  /** Accepted by the validator, as the next. */
  proContact?: ProfessionalContact;
  proPractice?: Practice;
  /**
   * The submit failed. What was entered on the last step is kept until it is tried again, goes back or ends: the one place where an answer
   * and a code wait (docs/decisions/0012).
   */
  proFailure?: { security: ProfessionalSecurity; refused: { field: string; text: string }[] };
  /** The account; all else is forgotten then. */
  proDone?: RegisteredProfessional;
  /** What to tell once, at the top of the first step. */
  proNotice?: 'expired';
  proDrafts?: Partial<Record<ProStepName, Draft>>;
}

export type ProStepName = 'contact' | 'practice' | 'security' | 'done';

/** A complete list, or it does not compile. */
const SLICES = {
  proKey: true,
  proContact: true,
  proPractice: true,
  proFailure: true,
  proDone: true,
  proNotice: true,
  proDrafts: true,
} satisfies Record<keyof ProfessionalState, true>;

/** The professional's part of a session; empty where there is none. */
export function professionalOf(state: ProfessionalState): ProfessionalState {
  return Object.fromEntries(
    Object.entries(state).filter(([slice, value]) => Object.hasOwn(SLICES, slice) && value !== undefined),
  );
}
