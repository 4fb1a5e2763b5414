import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import { CLEARED_PROFESSIONAL, type ProfessionalState, type ProStepName } from './state';

export type ProPatch = Partial<ProfessionalState>;

/** @param key a new random one, used when there is none yet */
export function afterProContact(state: ProfessionalState, proContact: ProfessionalContact, key: string): ProPatch {
  return { proContact, proKey: state.proKey ?? key, ...leavingStep(state, 'contact') };
}

export function afterPractice(state: ProfessionalState, proPractice: Practice): ProPatch {
  return { proPractice, ...leavingStep(state, 'practice') };
}

/** Kept so that Try again sends the same answers. */
export function afterProFailure(
  security: ProfessionalSecurity,
  refused: NonNullable<ProfessionalState['proFailure']>['refused'],
): ProPatch {
  return { proFailure: { security, refused } };
}

/** Security answer and code must be entered again. */
export function afterProBack(): ProPatch {
  return { proFailure: undefined };
}

export function afterProSuccess(proDone: RegisteredProfessional): ProPatch {
  return { ...CLEARED_PROFESSIONAL, proDone };
}

/** After an accepted change there is nothing left to retry. */
function leavingStep({ proDrafts }: ProfessionalState, step: ProStepName): ProPatch {
  return { proFailure: undefined, ...(proDrafts ? { proDrafts: { ...proDrafts, [step]: undefined } } : {}) };
}
