import type { Order } from '~/domain/order';
import type { PaidOrder } from '~/domain/paid-order';
import type { BillingDetails, Family, ParentContact } from '~/domain/people';

type PricingGroup = 'P0' | 'P1' | 'P2' | 'P3';

/** The package chosen on `/step3`; a build-your-own package becomes an order only on `/alacarte`. */
export interface ChosenPackage {
  id: string;
  buildYourOwn: boolean;
}

/** A card as it is kept: never its number or code. */
export interface CardOnFile {
  nonce: string;
  lastFour: string;
  brand: string;
  cardHolderName: string;
  /** What the provider learned of the device the card was entered on. */
  deviceData?: string;
}

/** An approval of PayPal's, as it is kept. */
export interface PayPalOnFile {
  nonce: string;
  /** Whose PayPal account it is, where PayPal says so. */
  email?: string;
}

/** An approval of Venmo's, as it is kept. */
export interface VenmoOnFile {
  nonce: string;
  /** Whose Venmo account it is, where Venmo says so. */
  username?: string;
}

/** What a person is told when they are led somewhere they did not ask for. */
export type NoticeName =
  | 'expired'
  | 'startAgain'
  | 'priceUnavailable'
  | 'nothingCharged'
  | 'somethingToPay'
  | 'payPalCancelled'
  | 'payPalNotTaken'
  | 'venmoCancelled'
  | 'venmoNotTaken';

/** A form as it was typed, by field name; kept when a person leaves it unfinished. */
export type Draft = Record<string, string[]>;

/**
 * A parent's join state, whether they signed up or were invited. Each property is a slice that is written whole: when two tabs write at once,
 * slices of both are kept.
 */
export interface JoinState {
  lastCompletedStep: 0 | 1 | 2 | 3;
  lastCompletedPaymentStep: 0 | 1 | 2;
  subscriptionStatus: 'none' | 'current';
  /** What the backend calls this sign-up, and the key that opens it: a secret. */
  registration?: { signupId: string; registrationKey: string };
  /** Only of an invited co-parent, who has no registration. */
  invited?: Invited;
  parent?: ParentContact;
  family?: Family;
  coParentDuplicateConfirmed?: boolean;
  pricing?: { group: PricingGroup; packageIds: string[] };
  chosenPackage?: ChosenPackage;
  order?: Order;
  billing?: BillingDetails;
  /** The billing country that the phone's calling code does not belong to, until the person has said OK to it. */
  countryMismatch?: string;
  /** What is paid with: a card, PayPal or Venmo, never two of them. */
  card?: CardOnFile;
  paypal?: PayPalOnFile;
  venmo?: VenmoOnFile;
  /** Ours, opaque: a wallet's answer counts once, and only with the one that was sent along. */
  walletState?: string;
  /** Activation codes that were accepted, as they were typed. */
  codes?: string[];
  paysForCoParent?: boolean;
  /** Activation codes pay for everything: no card was asked for. */
  isNothingToPay?: true;
  /** What the discount link announced; whether it holds, the backend decides. */
  discount?: { referrer: string; percentage: number };
  /** The package code of the pricing page's choice: preselected, until another is chosen. */
  preselectedPackage?: string;
  /** The idempotency key of the payment that is under way. */
  attempt?: {
    key: string;
    order: Order;
    /** It was answered with an error, or with nothing that can be used. */
    outcomeUnknown?: true;
  };
  /** Why the last payment was refused: the backend's sentence. */
  declined?: string;
  paid?: PaidOrder;
  credentials?: { username: string; signedIn: boolean; nextUrl?: string; auth?: string; userId: string };
  /** The receipt was seen: nothing else is left, and the next request lets go of the session. */
  finished?: true;
  /** A duplicate account was found, and the rest of the state was reset. */
  duplicate?: {
    whose: 'parent' | 'coParent';
    email: string;
    /** Found in the first pricing group, where the old flow applies. */
    isOldFlow?: true;
  };
  /** What to tell once, at the top of the next page. */
  notice?: NoticeName;
  drafts?: Record<string, Draft>;
}

/** An invited co-parent: whose invite it is, the token that opens it, a secret, and what they found when they began. */
export interface Invited {
  userId: string;
  token: string;
  isSubscriptionCurrent: boolean;
  billingAddressComplete: boolean;
  requireCredentials: boolean;
  userCreatedByPro: boolean;
}

/** Whose journey a state belongs to. */
export function journeyOf({ invited }: JoinState): 'parent' | 'invited' {
  return invited ? 'invited' : 'parent';
}

export const freshState: JoinState = { lastCompletedStep: 0, lastCompletedPaymentStep: 0, subscriptionStatus: 'none' };
