import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import type { Draft } from '../join-state';

export type ProStepName = 'contact' | 'practice' | 'security' | 'done';

/** Lives in the same session as a parent's join state; neither overwrites the other. Each property is a slice that is written whole. */
export interface ProfessionalState {
  /** Random; part of the submit's idempotency key. */
  proKey?: string;
  /** Accepted by the validator, like `proPractice`. */
  proContact?: ProfessionalContact;
  proPractice?: Practice;
  /** The only place where a security answer and code are stored, until the retry, Back or expiry (docs/decisions/0012). */
  proFailure?: { security: ProfessionalSecurity; refused: { field: string; text: string }[] };
  /** The account; nothing else is kept beside it. */
  proDone?: RegisteredProfessional;
  proNotice?: 'expired';
  proDrafts?: Partial<Record<ProStepName, Draft>>;
}

/** Does not compile unless every slice is listed. */
export const CLEARED_PROFESSIONAL: Readonly<Record<keyof Required<ProfessionalState>, undefined>> = {
  proKey: undefined,
  proContact: undefined,
  proPractice: undefined,
  proFailure: undefined,
  proDone: undefined,
  proNotice: undefined,
  proDrafts: undefined,
};

export function professionalOf(state: ProfessionalState): ProfessionalState {
  return Object.fromEntries(
    Object.entries(state).filter(([slice, value]) => slice in CLEARED_PROFESSIONAL && value !== undefined),
  );
}
