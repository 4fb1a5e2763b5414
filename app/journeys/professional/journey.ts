import type { ProfessionalJourney } from '../journey';
import { guardProStep, isProStepOpen } from './guard';
import { PRO_STEPS, pathOf } from './steps';

export const PROFESSIONAL: ProfessionalJourney = {
  name: 'professional',
  base: '',
  start: '/pro/contact',
  guard: guardProStep,
  progressOf: (state) => PRO_STEPS.map((step) => (isProStepOpen(step, state) ? pathOf(step) : null)),
  progressStepAt: (path) => PRO_STEPS.findIndex((step) => pathOf(step) === path) + 1 || null,
};
