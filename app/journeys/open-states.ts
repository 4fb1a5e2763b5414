import type { ContactRecord } from '~/domain/people';
import type { JoinState } from './join-state';

/** A join state in which these slices are set. */
export type With<Slice extends keyof JoinState> = JoinState & { [Each in Slice]-?: NonNullable<JoinState[Each]> };

/** Known to the backend: parent A by the registration, parent B by the invite. */
export type SignedUp = With<'parent'> & (With<'invited'> | (With<'registration'> & { invited?: undefined }));

export type Ordered = SignedUp & With<'chosenPackage' | 'order'>;

/** Can be priced to the cent. */
export type Billed = Ordered & With<'billing'> & { parent: Required<ContactRecord> };

/** A payment under way can be looked up whatever else has changed. */
export type Paying = SignedUp & With<'attempt'>;

/** What each step's `isOpen` guarantees, so a route that requires its step reads these slices without checking again. */
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
