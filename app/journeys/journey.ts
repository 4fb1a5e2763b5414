import type { PAYMENT_VIEWS } from './checkout';
import type { SessionState } from './current-sign-up';
import { INVITED, type InvitedSteps } from './invited';
import type { JoinState } from './join-state';
import { PARENT, type ParentSteps } from './parent';
import { PROFESSIONAL, type ProfessionalSteps } from './professional';
import type { Path, RedirectTarget, Sequence } from './sequence';

export type ParentStepName = keyof ParentSteps;

export type InvitedStepName = keyof InvitedSteps;

export type StepName = ParentStepName | InvitedStepName;

export type CheckoutStepName = (typeof PAYMENT_VIEWS)[number]['name'];

export type ProStepName = keyof ProfessionalSteps;

export type AnyStepName = StepName | ProStepName;

/**
 * The state in which a step is open. A route that requires its step can read the slices that the chain requires without further checks.
 * Some steps are on both parents' journeys.
 */
export type OpenState<Name extends AnyStepName> =
  | (Name extends ParentStepName ? ParentSteps[Name] : never)
  | (Name extends InvitedStepName ? InvitedSteps[Name] : never)
  | (Name extends ProStepName ? ProfessionalSteps[Name] : never);

export type Ordered = OpenState<'payment/billing'>;

/** Can be priced to the cent. */
export type Billed = OpenState<'payment/method'>;

type OpenStates<Name extends AnyStepName> = { [Each in Name]: OpenState<Each> };

/** The common part of the parents' and the professionals' journeys. */
export interface AnyJourney extends Sequence<SessionState, OpenStates<AnyStepName>> {
  name: 'parent' | 'invited' | 'professional';
  /**
   * Redirect target while a step is locked; null if it is open.
   *
   * @param state undefined for a visitor who has entered nothing
   */
  guard(name: AnyStepName, state: SessionState | undefined): RedirectTarget | null;
  /** Where an expired session starts again. */
  start: Path;
}

export interface SignUpJourney extends Sequence<JoinState, OpenStates<StepName>> {
  name: 'parent' | 'invited';
  base: '' | '/invite';
  guard(name: StepName, state: JoinState | undefined): RedirectTarget | null;
  packages: 'step3' | 'packages';
  buildYourOwn: 'alacarte' | 'choose-your-own';
  start: Path;
  /** Where to restart if the backend has lost the registration. */
  restartPath: Path;
  /** The same, if the loss is detected while paying. */
  paymentRestartPath: Path;
}

export type Journey = SignUpJourney | typeof PROFESSIONAL;

/** @param path below the base path */
export function journeyForPath(path: string): Journey {
  if (/^\/pro(\/|$)/.test(path)) return PROFESSIONAL;
  return /^\/invite(\/|$)/.test(path) ? INVITED : PARENT;
}

/** The parents' journey of a request. @throws Error on a professional's address */
export function getSignUpJourney({ journey }: { journey: Journey }): SignUpJourney {
  if (journey.name === 'professional') throw new Error('A parent step was requested on an address under /pro');
  return journey;
}

/** Every step whose form can be posted, with its journey. The last page of a journey has no answers. */
export const POSTED_STEPS: readonly { journey: string; name: string }[] = [PARENT, INVITED, PROFESSIONAL]
  .flatMap(({ name: journey, steps }) => steps.map(({ name }) => ({ journey, name })))
  .filter(({ name }) => name !== 'receipt' && name !== 'done');
