import type { JoinState } from './join-state';
import type { OpenStates } from './open-states';
import type { ProfessionalState, ProStepName } from './professional/state';

/** The steps of the checkout, which the journeys of both parents share. */
export type CheckoutStepName = 'payment/billing' | 'payment/method' | 'payment/review';

export type ParentStepName = 'step1' | 'step2' | 'step3' | 'alacarte' | CheckoutStepName | 'credentials' | 'receipt';

export type InvitedStepName =
  'step1' | 'packages' | 'choose-your-own' | 'billing-info' | CheckoutStepName | 'credentials' | 'receipt';

export type StepName = ParentStepName | InvitedStepName;

/** An address below the base path, such as `/step1`. */
export type Path = `/${string}`;

export interface Step<Name extends StepName = StepName> {
  name: Name;
  path: Path;
  /** Which dot of the step indicator it belongs to; 4 is parent A's checkout, null stands outside. */
  progressStep: 1 | 2 | 3 | 4 | null;
  /** Where Back leads. */
  back: StepName | null;
  /** Whether everything before it is done. */
  isOpen(state: JoinState): state is OpenStates[Name];
  /** Where Continue leads, once the step's answers are in the state. */
  next(state: JoinState): Path;
}

/** The same as a plain answer: where a step promises nothing, TypeScript would rule out whoever it is locked to. */
export function isStepOpen(step: Pick<Step, 'isOpen'>, state: JoinState): boolean {
  return step.isOpen(state);
}

/** Where a person who may not be here belongs: a path of ours, or the home page of the main product. */
export type RedirectTarget = { to: Path } | { home: true };

/** What every page shows of the journey that its address is on. */
interface Progress<State> {
  /** Where each dot of the step indicator leads; null for one that is not open yet. */
  progressOf(state: State): readonly (Path | null)[];
  /** The dot that a path belongs to; null where the indicator says nothing of it. */
  progressStepAt(path: string): number | null;
}

/** The journey of one of the parents, as routes and guards see it. */
export interface SignUpJourney extends Progress<JoinState> {
  name: 'parent' | 'invited';
  /** What its addresses begin with. */
  base: '' | '/invite';
  /** @throws Error for a step of another journey */
  getStep<Name extends StepName>(name: Name): Step<Name>;
  /**
   * Redirect target while a step is locked; null when it is open, so that its `isOpen` holds.
   *
   * @param state undefined for who has entered nothing
   */
  guard(name: StepName, state: JoinState | undefined): RedirectTarget | null;
  /** The steps on which packages are chosen, and built. */
  packages: 'step3' | 'packages';
  buildYourOwn: 'alacarte' | 'choose-your-own';
  /** Where who comes back too late starts again. */
  start: Path;
  /** Where a person belongs whose sign-up the backend does not know any more. */
  restartPath: Path;
  /** The same, where it says so only when they pay. */
  paymentRestartPath: Path;
}

/** The professional's journey. Its guard is the machine's (professional/guard.ts). */
export interface ProfessionalJourney extends Progress<ProfessionalState> {
  name: 'professional';
  base: '';
  start: Path;
  guard(name: ProStepName, state: ProfessionalState): Path | null;
}

/** Which one a request is on, its address says (journey-for-path.ts). */
export type Journey = SignUpJourney | ProfessionalJourney;

/** Under which name a step's unfinished form is kept: those of the two journeys never meet. */
export function draftKey(journey: SignUpJourney['name'], name: StepName): string {
  return journey === 'invited' ? `invite/${name}` : name;
}

/** The rows of a journey's table, by name. */
export type StepTable<Name extends StepName> = { [Each in Name]: Step<Each> };

/** A row as it is written down: its name is its key, and its path follows from that. */
type StepRow<Name extends StepName> = Omit<Step<Name>, 'name' | 'path'>;

/** Makes the rows of a table, in the order they are written in. */
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

/** Finds the rows of a table by their names. */
export function createStepFinder(table: Partial<StepTable<StepName>>): SignUpJourney['getStep'] {
  return (name) => {
    const step = table[name];
    if (!step) throw new Error(`There is no step ${name} on this journey`);
    return step;
  };
}

/** A dot of the step indicator: where it leads, once it is open. */
export interface Dot {
  path: Path;
  isOpen(state: JoinState): boolean;
}

/** What the step indicator says of a journey (docs/rules.md, "Step indicator"). */
export function makeProgress(dots: readonly [Dot, Dot, Dot], steps: readonly Step[]): Progress<JoinState> {
  return {
    progressOf: (state) => dots.map(({ path, isOpen }) => (isOpen(state) ? path : null)),
    progressStepAt: (path) => steps.find((step) => step.path === path)?.progressStep ?? null,
  };
}
