import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import { FORGOTTEN_PROFESSIONAL, type ProfessionalState, type ProStepName } from './state';

/** Slices to write; undefined removes one. */
export type ProPatch = Partial<ProfessionalState>;

/** @param key a new random one, for who has none yet */
export function afterProContact(state: ProfessionalState, proContact: ProfessionalContact, key: string): ProPatch {
  return { proContact, proKey: state.proKey ?? key, ...leavingStep(state, 'contact') };
}

export function afterPractice(state: ProfessionalState, proPractice: Practice): ProPatch {
  return { proPractice, ...leavingStep(state, 'practice') };
}

/** The submit failed: it can be tried again with the very same answers. */
export function afterProFailure(
  security: ProfessionalSecurity,
  refused: NonNullable<ProfessionalState['proFailure']>['refused'],
): ProPatch {
  return { proFailure: { security, refused } };
}

/** Back from the error: answer and code are forgotten, and asked again. */
export function afterProBack(): ProPatch {
  return { proFailure: undefined };
}

/** The account is made: nothing else is kept. */
export function afterProSuccess(proDone: RegisteredProfessional): ProPatch {
  return { ...FORGOTTEN_PROFESSIONAL, proDone };
}

/** An accepted step needs no draft, and after a change there is nothing left to try again. */
function leavingStep({ proDrafts }: ProfessionalState, step: ProStepName): ProPatch {
  return { proFailure: undefined, ...(proDrafts ? { proDrafts: { ...proDrafts, [step]: undefined } } : {}) };
}
