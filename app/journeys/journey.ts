import type { JoinState } from './join-state';

/** The steps of the checkout, which the journeys of both parents share. */
export type CheckoutStepName = 'payment/billing' | 'payment/method' | 'payment/review';

export type ParentStepName = 'step1' | 'step2' | 'step3' | 'alacarte' | CheckoutStepName | 'credentials' | 'receipt';

export type InvitedStepName =
  'step1' | 'packages' | 'choose-your-own' | 'billing-info' | CheckoutStepName | 'credentials' | 'receipt';

export type StepName = ParentStepName | InvitedStepName;

export interface Step<Name extends StepName = StepName> {
  name: Name;
  /** Its address below the base path. */
  path: `/${string}`;
  /** Which dot of the step indicator it belongs to; 4 is parent A's checkout, null stands outside. */
  progressStep: 1 | 2 | 3 | 4 | null;
  /** Where Back leads. */
  back: Name | null;
  /** What has to be done before it opens. */
  isOpen(state: JoinState): boolean;
  /** Where Continue leads, once the step's answers are in the state. */
  next(state: JoinState): `/${string}`;
}

/** Where a person who may not be here belongs: a path of ours, or the home page of the main product. */
export type RedirectTarget = { to: `/${string}` } | { home: true };

/** A journey as routes and guards see it. Which one a request is on, its address says. */
export interface Journey {
  name: 'parent' | 'invited';
  /** What its addresses begin with. */
  base: '' | '/invite';
  /** @throws Error for a step of another journey */
  getStep(name: StepName): Step;
  /** Where the person belongs who may not open a step; null when it is open. @param state undefined for who has entered nothing */
  guard(name: StepName, state: JoinState | undefined): RedirectTarget | null;
  /** The steps on which packages are chosen, and built. */
  packages: StepName;
  buildYourOwn: StepName;
  /** Where who comes back too late starts again. */
  start: `/${string}`;
  /** Where a person belongs whose sign-up the backend does not know any more. */
  restartPath: `/${string}`;
  /** The same, where it says so only when they pay. */
  paymentRestartPath: `/${string}`;
  /** Where each dot of the step indicator leads (docs/rules.md, "Step indicator"). */
  progressSteps: readonly [`/${string}`, `/${string}`, `/${string}`];
}

/** Under which name a step's unfinished form is kept: those of the two journeys never meet. */
export function draftKey(journey: Journey['name'], name: StepName): string {
  return journey === 'invited' ? `invite/${name}` : name;
}

/** Makes the rows of a journey's table. */
export function rowsOf<Name extends StepName>(base: Journey['base']) {
  return function row(
    name: Name,
    progressStep: Step['progressStep'],
    back: Name | null,
    isOpen: Step['isOpen'],
    next: Step['next'],
  ): Step<Name> {
    return { name, path: `${base}/${name}`, progressStep, back, isOpen, next };
  };
}

/** Finds a journey's steps by their names. */
export function createStepFinder(steps: readonly Step[]): Journey['getStep'] {
  const byName = new Map(steps.map((step) => [step.name, step]));
  return (name) => {
    const step = byName.get(name);
    if (!step) throw new Error(`There is no step ${name} on this journey`);
    return step;
  };
}

/** Whether the dot of a step can be pressed (docs/rules.md, "Step indicator"). */
export function canOpenProgressStep(dot: number, lastCompletedStep: number): boolean {
  return dot <= lastCompletedStep + 1;
}
