import type { ProfessionalJourney } from '../journey';
import type { ProfessionalState } from './state';
import { guardProStep, isProStepOpen } from './guard';
import { PRO_STEPS, pathOf } from './steps';

export const PROFESSIONAL: ProfessionalJourney = {
  name: 'professional',
  base: '',
  start: '/pro/contact',
  guard: guardProStep,
  progressOf: (state) =>
    PRO_STEPS.map((step) => ({
      name: step,
      path: isProStepOpen(step, state) ? pathOf(step) : null,
      isDone: isDone(step, state),
    })),
  progressStepAt: (path) => PRO_STEPS.findIndex((step) => pathOf(step) === path) + 1 || null,
};

function isDone(step: (typeof PRO_STEPS)[number], { proContact, proPractice, proDone }: ProfessionalState): boolean {
  const answers = { contact: proContact, practice: proPractice, security: proDone };
  return answers[step] !== undefined;
}
