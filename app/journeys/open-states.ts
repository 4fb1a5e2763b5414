import type { JoinState } from './join-state';

/** A join state in which these slices are there. */
export type With<Slice extends keyof JoinState> = JoinState & { [Each in Slice]-?: NonNullable<JoinState[Each]> };

/** Somebody whom the backend knows: parent A by their registration, an invited co-parent by their invite. */
export type SignedUp = With<'parent'> & (With<'invited'> | (With<'registration'> & { invited?: undefined }));

/** Somebody who has chosen what to buy. */
export type Ordered = SignedUp & With<'chosenPackage' | 'order'>;

/** Somebody whose order can be priced to the cent. */
export type Billed = Ordered & With<'billing'>;

/** A payment is under way. It can be looked up whatever else changed meanwhile. */
export type Paying = SignedUp & With<'attempt'>;

/**
 * What is known on each step once its guard has let somebody in. A row's `isOpen` promises it, so a route that requires its step reads
 * these slices without asking again.
 */
export interface OpenStates {
  step1: JoinState;
  step2: With<'parent' | 'registration' | 'pricing'>;
  step3: OpenStates['step2'] & With<'family'>;
  alacarte: OpenStates['step3'] & With<'chosenPackage'>;
  packages: With<'invited' | 'parent' | 'pricing'>;
  'choose-your-own': With<'invited' | 'parent' | 'pricing' | 'chosenPackage'>;
  'billing-info': With<'invited' | 'parent'>;
  'payment/billing': Ordered;
  'payment/method': Billed;
  'payment/review': Paying | (Billed & { attempt?: undefined });
  credentials: JoinState;
  receipt: JoinState;
}

/** Whether a payment is under way that can be looked up. */
export function isPaying(state: JoinState): state is Paying {
  return state.attempt !== undefined && isSignedUp(state);
}

function isSignedUp(state: JoinState): state is SignedUp {
  return state.parent !== undefined && (state.registration !== undefined || state.invited !== undefined);
}
