import type { InviteContext } from '~/backend/schemas/invites';
import type { OfferedPackage } from '~/backend/schemas/offers';
import type { PaymentAnswer, PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { ProfessionalAnswer } from '~/backend/schemas/professional';
import type { Backend } from './wire';

export const JOURNEYS = ['parent', 'invited', 'professional'] as const;
export type Journey = (typeof JOURNEYS)[number];

/** Options that only the backend's owner knows. Cases without their option are skipped. */
export interface Hints {
  inviteToken?: string | undefined;
  inviteUser?: string | undefined;
  expiredInviteToken?: string | undefined;
  expiredInviteUser?: string | undefined;
  takenEmail?: string | undefined;
  takenUsername?: string | undefined;
  activationCode?: string | undefined;
  discount?: string | undefined;
  /** Payments are taken. */
  pay: boolean;
  /** Each is used once: first for parent A, then for the invited parent. */
  nonces: readonly string[];
  declinedNonce?: string | undefined;
  /** The outcome of a payment with it is not known immediately. */
  slowNonce?: string | undefined;
}

/** A registration with its key. */
export interface SignUp {
  signupId: string;
  registrationKey: string;
}

export interface Account {
  token: string;
  userId: string;
  familyId: string;
}

/** Values from earlier cases, in their order. */
export interface Known {
  backend: Backend;
  hints: Hints;
  /** The journeys to check. */
  journeys: ReadonlySet<Journey>;
  /** Part of every e-mail and username of this run. */
  unique: string;
  signup?: SignUp;
  /** A sign-up that the backend deleted. */
  discarded?: SignUp;
  /** Whether the discount link gives a coupon. */
  hasCoupon?: boolean;
  packageIds?: string[];
  britishIds?: string[];
  /** A package whose price includes everything. */
  offered?: OfferedPackage | undefined;
  buildYourOwn?: OfferedPackage | undefined;
  price?: PricingInfo;
  clientToken?: string;
  /** The merchant account of a client token for pounds, if the token names it. */
  poundsAccount?: string | undefined;
  payment?: { key: string; body: PaymentRequest; answer?: PaymentAnswer };
  /** The payment of another sign-up, whose outcome is not known immediately. */
  slowPayment?: { signup: SignUp; key: string };
  account?: Account;
  /** Set after the account's credentials are set. */
  username?: string;
  invite?: InviteContext;
  invitedPrice?: PricingInfo;
  invitedPayment?: { key: string; body: PaymentRequest; answer?: PaymentAnswer };
  invitedUsername?: string;
  professional?: ProfessionalAnswer;
  /** The roles of a professional in the US, from the backend's list. */
  roles?: string[];
  englishRoles?: string[];
}

/** A case cannot run, because a required value is unknown. */
export class MissingInput extends Error {
  override readonly name = 'MissingInput';
}

/** @throws MissingInput */
export function need<Value>(value: Value | null | undefined, what: string): Value {
  if (value === undefined || value === null || value === '') throw new MissingInput(`needs ${what}`);
  return value;
}
