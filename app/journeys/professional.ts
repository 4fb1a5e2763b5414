import type { Practice, ProfessionalContact, ProfessionalSecurity, RegisteredProfessional } from '~/steps/professional';
import type { Draft } from './join-state';
import { sequence, type Path, type RedirectTarget, type StepsOf } from './sequence';

/**
 * Stored in the same session as a parent's join state; neither overwrites the other. Each property is a slice that is written as a whole.
 */
export interface ProfessionalState {
  /** Random; part of the submit's idempotency key. */
  proKey?: string;
  /** Accepted by the validator, like `proPractice`. */
  proContact?: ProfessionalContact;
  proPractice?: Practice;
  /** The only place where a security answer and code are stored, until the retry, Back or expiry (docs/decisions/0014). */
  proFailure?: {
    security: ProfessionalSecurity;
    refused: { field: string; text: string }[];
    /** The language of the backend's texts. Sessions of earlier releases lack it. */
    language?: string;
  };
  /** The account; nothing else is stored beside it. */
  proDone?: RegisteredProfessional;
  proNotice?: 'expired' | 'expiredTyped';
  proDrafts?: Record<string, Draft>;
}

/** The professionals' steps (docs/rules.md, "Professional steps"). The page of `security` also submits the registration and retries it. */
const CHAIN = sequence<ProfessionalState>('/pro')
  .step('contact', { dot: 1 })
  .step('practice', { dot: 2, needs: ['proContact'] })
  .step('security', { dot: 3, needs: ['proPractice'] })
  .ending('done', { needs: ['proDone'] })
  .end(['contact', 'practice', 'security']);

export type ProfessionalSteps = StepsOf<typeof CHAIN>;

/** A mediator, lawyer or judge, who signs up without paying. */
export const PROFESSIONAL = {
  ...CHAIN,
  name: 'professional',
  base: '',
  guard: guardStep,
  start: '/pro/contact',
} as const;

/** A registered professional sees only the account. */
function guardStep(name: keyof ProfessionalSteps, state: ProfessionalState = {}): RedirectTarget | null {
  if (state.proDone) return name === 'done' ? null : { to: '/pro/done' };
  return CHAIN.getStep(name).isOpen(state) ? null : { to: CHAIN.firstUnfinished(state) };
}

export function pathOf(step: keyof ProfessionalSteps): Path {
  return CHAIN.getStep(step).path;
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

type ProPatch = Partial<ProfessionalState>;

/** @param key a new random one, for a sign-up without a key */
export function afterProContact(state: ProfessionalState, proContact: ProfessionalContact, key: string): ProPatch {
  return { proContact, proKey: state.proKey ?? key, ...nothingToRetry };
}

export function afterPractice(proPractice: Practice): ProPatch {
  return { proPractice, ...nothingToRetry };
}

/** Kept so that Try again sends the same answers. */
export function afterProFailure(proFailure: Required<NonNullable<ProfessionalState['proFailure']>>): ProPatch {
  return { proFailure };
}

export function afterProSuccess(proDone: RegisteredProfessional): ProPatch {
  return { ...CLEARED_PROFESSIONAL, proDone };
}

/** Security answer and code must be entered again. */
export const nothingToRetry: ProPatch = { proFailure: undefined };
