import type { Order, TermsAgreement, PaidOrder } from '~/domain/order';
import type { BillingDetails } from '~/steps/billing';
import type { Family } from '~/steps/family';
import type { SubscriptionStatus } from '~/domain/people';
import type { ContactRecord } from '~/steps/contact';
import type { PricingGroup } from '~/domain/packages';
import type { Phone } from '~/domain/phone';
import type { Discount } from '~/domain/visit-link';
import type { Currency } from '~/domain/money';
import type { WithSlices } from './sequence';

/** A build-your-own package becomes an order only on `/alacarte`. */
export interface ChosenPackage {
  id: string;
  buildYourOwn: boolean;
  /** Its name in analytics, if the backend has one. */
  analyticsPackage?: string;
}

/** Never contains the card's number or code. */
export interface CardOnFile {
  nonce: string;
  lastFour: string;
  brand: string;
  cardHolderName: string;
  /** The provider's device data, sent along with the charge. */
  deviceData?: string;
  /** Minor units that the bank confirmed (3-D Secure). */
  confirmedAmount?: number;
  confirmedCurrency?: Currency;
}

export interface PayPalOnFile {
  nonce: string;
  email?: string;
}

export interface VenmoOnFile {
  nonce: string;
  username?: string;
}

/** A sign-up at the backend, with the key that authorises its calls. */
export interface Registration {
  signupId: string;
  registrationKey: string;
}

/** An agreement that waits for its approval, with the extras of the form that started it, which decide its amount. */
export interface WalletStart extends Pick<JoinState, 'codes' | 'paysForCoParent'> {
  agreementToken: string;
  /** The approval has returned, and was accepted. */
  isUsed?: true;
}

/** Shown once, at the top of the page that the visitor was redirected to. */
export type NoticeName = (typeof NOTICES)[number];

const NOTICES = [
  'expired',
  'expiredTyped',
  'expiredUncharged',
  'startAgain',
  'startAgainUncharged',
  'newLink',
  'newLinkUncharged',
  'countryPackages',
  'priceUnavailable',
  'coParentUnpriced',
  'nothingCharged',
  'somethingToPay',
  'confirmAgain',
  'overtaken',
  'overtakenUnpaid',
  'paidMeanwhile',
  'payPalCancelled',
  'payPalNotTaken',
  'payPalUnused',
  'venmoCancelled',
  'venmoNotTaken',
  'venmoUnused',
] as const;

export function isNoticeName(name: unknown): name is NoticeName {
  return (NOTICES as readonly unknown[]).includes(name);
}

/** When a person's answers were begun, and when that person last used the site (ms since the epoch). */
export interface Use {
  began: number;
  last: number;
}

/** An unfinished form as typed, by field name. */
export type Draft = Record<string, string[]>;

/**
 * The join state of either parent. Each property is a slice that is written as a whole, so concurrent writes from two tabs keep the slices
 * of both. Only `walletStarts` and `usedAt` are merged.
 */
export interface JoinState {
  lastCompletedStep: 0 | 1 | 2 | 3;
  lastCompletedPaymentStep: 0 | 1 | 2;
  subscriptionStatus: SubscriptionStatus;
  /** The key is a secret. */
  registration?: Registration;
  /** The registrations of sign-ups that this session left unpaid. "Exit this page" deletes them, too. */
  leftRegistrations?: Registration[];
  /** Set for parent B, who has no registration. */
  invited?: Invited;
  /** The user id of the invite that drafts belong to while `invited` is not set: before the first step is accepted, or after a restart. */
  inviteId?: string;
  /** The sign-up that was left for an invite, until the invite's begins. A second press on the question about both still counts. */
  leftSignUp?: string;
  /** The id that decides experiments and offers until the end; null if the sign-up began without consent to analytics. */
  experimentId?: string | null;
  parent?: ContactRecord;
  family?: Family;
  /** The parent's e-mail that has an account, after the parent saw the warning and continued. */
  confirmedDuplicate?: string;
  coParentDuplicateConfirmed?: boolean;
  /** `packageIds` is null if the backend did not return them. Then every package of the pricing locale is available. */
  pricing?: { group: PricingGroup | null; packageIds: string[] | null };
  chosenPackage?: ChosenPackage;
  order?: Order;
  billing?: BillingDetails;
  /** The billing country in which the chosen package is not available, until the dialog's OK. */
  countryMismatch?: string;
  /** The basis on which that package was offered: a billing country, or the phone number before a country was known. */
  mismatchedOffer?: { country: string } | Phone;
  /** The country for which the visitor closed the dialog with OK, so it does not open again. */
  resolvedMismatch?: string;
  /** Only one of card, PayPal and Venmo is set. */
  card?: CardOnFile;
  paypal?: PayPalOnFile;
  venmo?: VenmoOnFile;
  /**
   * By a random one-time state, the oldest first: a double click, or two tabs, start several. A wallet's response is accepted once for each,
   * and only with its state.
   */
  walletStarts?: Record<string, WalletStart | undefined>;
  /** The page's script has opened Venmo, and no method was chosen since. Only then a result in the address counts. */
  isVenmoOpened?: true;
  /** Accepted activation codes, as typed. */
  codes?: string[];
  paysForCoParent?: boolean;
  /** Activation codes pay the whole order, so no card is needed. */
  isNothingToPay?: true;
  /** The discount that the link announced. */
  discount?: Discount;
  preselectedPackage?: string;
  /** The page after signing in, from a link. */
  redirectUrl?: string;
  /** The payment in progress. */
  attempt?: {
    key: string;
    order: Order;
    /** Formatted. Only set if it was fetched before paying. */
    renewalAmount?: string;
    /** The terms that the visitor agreed to by paying. */
    terms?: TermsAgreement;
    /** The answer about news by e-mail. */
    marketingOptIn?: boolean;
    /** The call failed, or its response was not usable. */
    outcomeUnknown?: true;
    /** The session id was renewed when the payment began. */
    isIdRenewed?: true;
  };
  /** The backend's sentence for the last declined payment, until a later answer makes it obsolete. */
  declined?: string;
  /** The key of that payment, if its outcome was looked up. If the provider took the money later, it has been returned since. */
  declinedKey?: string;
  /** The key of the last payment that failed. The next one needs another key, even with the same method. */
  failedKey?: string;
  /**
   * The key of the last payment that the backend refused for faults or for its price. The next one needs another key, because the
   * backend returns the same response for the same key. A repeated press of the refused page may send it again.
   */
  refusedKey?: string;
  /** When the last check of a payment found that it was not paid (ms since the epoch). */
  checkedAt?: number;
  paid?: PaidOrder;
  credentials?: ChosenCredentials;
  /**
   * When the last press of the page that began the session arrived (ms since the epoch). By the store's clock, because the clocks of two
   * processes may differ by more than the time between two presses. A restart removes it.
   */
  begunAt?: number;
  /** Only while the session also contains a professional's sign-up. Otherwise its row has the times. */
  usedAt?: Partial<Record<'parent' | 'professional', Use>>;
  /** When the receipt was last rendered (ms since the epoch). The session is finished once that response was sent. */
  receiptBegan?: number;
  /** The receipt was sent; the next request ends the session. */
  finished?: true;
  /** The contents of that receipt. The visitor can switch its language until they open another page. */
  lastReceipt?: LastReceipt;
  /** A duplicate account was found, and the rest was reset. */
  duplicate?: {
    whose: 'parent' | 'coParent';
    email: string;
    /** Found in P0, where the old flow applies. */
    isOldFlow?: true;
  };
  notice?: NoticeName;
  drafts?: Record<string, Draft>;
}

export type LastReceipt = Pick<JoinState, 'paid' | 'credentials' | 'chosenPackage' | 'parent' | 'billing'>;

export interface ChosenCredentials {
  /** Empty if unknown, because they were set in another browser. */
  username: string;
  /** The backend accepted the sign-in. The main product may not have received it yet. */
  signedIn: boolean;
  /** The backend's redirect after signing in: a path of this host, or a URL. */
  nextUrl?: string;
  /** The token that was handed over to the main product. A secret. */
  auth?: string;
  userId: string | null;
}

/** `token` is a secret. The flags have the values from when the invite was opened. */
export interface Invited {
  userId: string;
  token: string;
  isSubscriptionCurrent: boolean;
  billingAddressComplete: boolean;
  requireCredentials: boolean;
  userCreatedByPro: boolean;
  /** The discount of the invite's only coupon on the first payment, in percent. Undefined without a coupon, or if unknown. */
  couponPercentage?: number;
}

/** A join state in which these slices are set. */
export type With<Slice extends keyof JoinState> = WithSlices<JoinState, Slice>;

/** The user id of the invite that the answers belong to. Undefined for parent A. */
export function inviteIdOf({ invited, inviteId }: Pick<JoinState, 'invited' | 'inviteId'>): string | undefined {
  return invited?.userId ?? inviteId;
}

export function journeyOf({ invited }: JoinState): 'parent' | 'invited' {
  return invited ? 'invited' : 'parent';
}

/** Whether the sign-up is neither paid, being paid nor complete, so that it may be left. */
export function isUnpaid(state: Pick<JoinState, 'paid' | 'attempt' | 'credentials'> | undefined): boolean {
  return !state?.paid && !state?.attempt && !state?.credentials;
}

/** The key of a step's draft. Parent B's drafts have separate keys, because the steps of both parents share names. */
export function draftKey(journey: 'parent' | 'invited' | 'professional', step: string): string {
  return journey === 'invited' ? `invite/${step}` : step;
}

export const freshState: JoinState = { lastCompletedStep: 0, lastCompletedPaymentStep: 0, subscriptionStatus: 'none' };

/**
 * Why a session continues under another id (docs/rules.md, "New ids"). The row of the old id stores this value and the result of
 * `leftAtOldId`, for a browser that never received the new id.
 */
export const ENDINGS = ['invite', 'left', 'paying', 'paid', 'complete', 'professional'] as const;

export type EndedAs = (typeof ENDINGS)[number];

/**
 * The data that the server needs to mail the credentials link again. No page contains it, and browsers cannot use it.
 */
export function leftAtOldId({ registration, invited }: JoinState, endedAs: EndedAs): Partial<JoinState> {
  if (endedAs !== 'paid' && endedAs !== 'paying') return {};
  return invited ? { invited } : { registration };
}
