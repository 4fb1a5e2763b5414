import type { JoinState } from './join-state';
import type { OpenStates, Paying, SignedUp } from './open-states';
import type { ProfessionalState, ProStepName } from './professional/state';

export type CheckoutStepName = 'payment/billing' | 'payment/method' | 'payment/review';

export type ParentStepName = 'step1' | 'step2' | 'step3' | 'alacarte' | CheckoutStepName | 'credentials' | 'receipt';

export type InvitedStepName =
  'step1' | 'packages' | 'choose-your-own' | 'billing-info' | CheckoutStepName | 'credentials' | 'receipt';

export type StepName = ParentStepName | InvitedStepName;

/** Below the base path, such as `/step1`. */
export type Path = `/${string}`;

export interface Step<Name extends StepName = StepName> {
  name: Name;
  path: Path;
  /** The step indicator's dot; 4 is parent A's checkout, null is outside the indicator. */
  progressStep: 1 | 2 | 3 | 4 | null;
  back: StepName | null;
  /** Whether everything before it is done. */
  isOpen(state: JoinState): state is OpenStates[Name];
  /** Where Continue leads, once the step's answers are in the state. */
  next(state: JoinState): Path;
}

/** `isOpen` as a plain boolean. Narrowed by the type predicate, the other branch would become `never`. */
export function isStepOpen(step: Pick<Step, 'isOpen'>, state: JoinState): boolean {
  return step.isOpen(state);
}

/** A path of ours, or the main product's home page. */
export type RedirectTarget = { to: Path } | { home: true };

/** A dot of the step indicator, as a page shows it. */
export interface ProgressStep {
  name: 'you' | 'family' | 'package' | 'payment' | 'contact' | 'practice' | 'security';
  /** Null while it is locked, or where nobody has to go there. */
  path: Path | null;
  isDone: boolean;
}

interface Progress<State> {
  /** The dots of the step indicator in order. */
  progressOf(state: State): readonly ProgressStep[];
  /** The dot of a path; null outside the indicator. */
  progressStepAt(path: string): number | null;
}

export interface SignUpJourney extends Progress<JoinState> {
  name: 'parent' | 'invited';
  base: '' | '/invite';
  /** @throws Error for a step of another journey */
  getStep<Name extends StepName>(name: Name): Step<Name>;
  /**
   * Redirect target while a step is locked; null when it is open, so that its `isOpen` holds.
   * @param state undefined for a visitor who has entered nothing
   */
  guard(name: StepName, state: JoinState | undefined): RedirectTarget | null;
  packages: 'step3' | 'packages';
  buildYourOwn: 'alacarte' | 'choose-your-own';
  /** Where an expired session starts again. */
  start: Path;
  /** Restart when the backend has lost the registration. */
  restartPath: Path;
  /** The same when it is found lost while paying. */
  paymentRestartPath: Path;
}

export interface ProfessionalJourney extends Progress<ProfessionalState> {
  name: 'professional';
  base: '';
  start: Path;
  guard(name: ProStepName, state: ProfessionalState): Path | null;
}

/** Chosen by the request's address (journey-for-path.ts). */
export type Journey = SignUpJourney | ProfessionalJourney;

export function draftKey(journey: SignUpJourney['name'], name: StepName): string {
  return journey === 'invited' ? `invite/${name}` : name;
}

export type StepTable<Name extends StepName> = { [Each in Name]: Step<Each> };

type StepRow<Name extends StepName> = Omit<Step<Name>, 'name' | 'path'>;

export function makeSteps<Name extends StepName>(
  base: SignUpJourney['base'],
  rows: { [Each in Name]: StepRow<Each> },
): StepTable<Name> {
  const named = Object.entries<StepRow<Name>>(rows).map(([name, row]) => [
    name,
    { name, path: `${base}/${name}`, ...row },
  ]);
  return Object.fromEntries(named) as StepTable<Name>;
}

export function createStepFinder(table: Partial<StepTable<StepName>>): SignUpJourney['getStep'] {
  return (name) => {
    const step = table[name];
    if (!step) throw new Error(`There is no step ${name} on this journey`);
    return step;
  };
}

/** A dot of the step indicator: where it leads, once it is open. */
export interface Dot {
  name: ProgressStep['name'];
  path: Path;
  isOpen(state: JoinState): boolean;
  isDone(state: JoinState): boolean;
}

/** What the step indicator says of a journey (docs/rules.md, "Step indicator"). */
export function makeProgress(dots: readonly [Dot, Dot, Dot], steps: readonly Step[]): Progress<JoinState> {
  return {
    progressOf: (state) =>
      dots.map(({ name, path, isOpen, isDone }) => ({
        name,
        path: isOpen(state) ? path : null,
        isDone: isDone(state),
      })),
    progressStepAt: (path) => steps.find((step) => step.path === path)?.progressStep ?? null,
  };
}

export function isPaying(state: JoinState): state is Paying {
  return state.attempt !== undefined && isSignedUp(state);
}

function isSignedUp(state: JoinState): state is SignedUp {
  return state.parent !== undefined && (state.registration !== undefined || state.invited !== undefined);
}

/** The parents' journey of a request. @throws Error on a professional's address */
export function getSignUpJourney({ journey }: { journey: Journey }): SignUpJourney {
  if (journey.name === 'professional') throw new Error('A parent step was requested on an address under /pro');
  return journey;
}
