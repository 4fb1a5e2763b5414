import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import type { Draft } from '../join-state';

export type ProStepName = 'contact' | 'practice' | 'security' | 'done';

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

/** Every slice, each forgotten. A list that is not complete does not compile. */
export const FORGOTTEN_PROFESSIONAL: Readonly<Record<keyof Required<ProfessionalState>, undefined>> = {
  proKey: undefined,
  proContact: undefined,
  proPractice: undefined,
  proFailure: undefined,
  proDone: undefined,
  proNotice: undefined,
  proDrafts: undefined,
};

/** The professional's part of a session; empty where there is none. */
export function professionalOf(state: ProfessionalState): ProfessionalState {
  return Object.fromEntries(
    Object.entries(state).filter(([slice, value]) => slice in FORGOTTEN_PROFESSIONAL && value !== undefined),
  );
}
