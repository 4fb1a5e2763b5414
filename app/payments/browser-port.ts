import type { TokenisedCard, TokenisedVenmo } from './port';

/**
 * What we ask of the part of a payment provider that runs in the visitor's browser. It stands in `app/payments/<name>/browser/`:
 * `card-fields.ts` is a `CardFieldsModule`, `venmo.ts` a `VenmoModule`. The page names the folder (`BrowserHalf` in port.ts), and the
 * browser loads no other provider's.
 */

/** The fields of a card that are the provider's own. The name on the card is an input of ours. */
export type HostedFieldName = 'number' | 'expirationDate' | 'cvv';

export interface CardFieldsModule {
  /**
   * Puts the provider's fields into their containers.
   *
   * @returns once a card can be typed
   * @throws whatever kept them from being ready; the caller knows how long to wait
   */
  openCardFields(setUp: CardFieldsSetUp): Promise<HostedCardFields>;
}

export interface CardFieldsSetUp {
  clientToken: string;
  /** An empty element in the page for each field. */
  containers: Record<HostedFieldName, HTMLElement>;
  labels: Record<HostedFieldName, string>;
  /** What stands beside the label on the page, where a screen reader in the field does not look for it. */
  hints: Partial<Record<HostedFieldName, string>>;
  appearance: FieldAppearance;
  /** Brands that are not taken, named as `CARD_BRANDS`. */
  hiddenCardBrands: readonly string[];
  /** Whether what is learned of the device is wanted with the card. */
  collectsDeviceData: boolean;
  /** Whether the bank will be asked of each card, so that what that takes can load meanwhile. */
  asksBank: boolean;
  /** Enter was pressed in a field. */
  onEnter(): void;
  onFocusChange(field: HostedFieldName, isFocused: boolean): void;
}

/** How the text in a field looks. The box around it is the page's. */
export interface FieldAppearance {
  /** The colour of the text by the visitor's colour scheme, which can change while a card stands in the fields. */
  ink: Record<'light' | 'dark', string>;
  fontFamily: string;
  fontSize: string;
}

/** The fields on the page. They hold what was typed, whatever happens, until they are torn down. */
export interface HostedCardFields {
  state(): CardFieldsState;
  /** Tells assistive technology what is wrong with which field; a field without a message is all right. */
  showErrors(messages: Partial<Record<HostedFieldName, string>>): void;
  focus(field: HostedFieldName): void;
  /** Turns what stands in the fields into a nonce, which is the confirmed one where the bank is asked. */
  tokenise(entry: CardFieldsEntry): Promise<HostedCardOutcome>;
  teardown(): void;
}

export interface CardFieldsState {
  fields: Record<HostedFieldName, { isEmpty: boolean; isValid: boolean }>;
  /** Named as `CARD_BRANDS`; undefined until it is certain. */
  brand: string | undefined;
}

export interface CardFieldsEntry {
  cardHolderName: string;
  /** What the bank is told; null where it is not asked. */
  authentication: CardAuthentication | null;
}

/** What a bank is told when it is asked who pays (3-D Secure). */
export interface CardAuthentication {
  /** `179.55`. */
  amount: string;
  email: string;
  billingAddress: AuthenticationAddress;
}

/** As the person typed it. A provider leaves out what its bank does not take. */
export interface AuthenticationAddress {
  firstName: string;
  lastName: string;
  /** With the country's code: `+1 6125550100`. */
  phoneNumber: string;
  line1: string;
  line2?: string;
  city: string;
  region?: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export type HostedCardOutcome =
  | (TokenisedCard & { deviceData?: string })
  /** At least one field is not as it should be. */
  | { outcome: 'invalid'; fields: readonly HostedFieldName[] }
  /** The bank did not say that it is the card's owner, or the person gave up there. */
  | { outcome: 'notAuthenticated' }
  | { outcome: 'authenticationUnavailable' }
  | { outcome: 'unavailable' };

export interface VenmoModule {
  /**
   * @param setUp.styleNonce for what the provider adds to the page in a `style` element
   * @returns undefined where this browser is not one of Venmo's
   * @throws where Venmo cannot be used
   */
  openVenmo(setUp: { clientToken: string; styleNonce: string }): Promise<BrowserWallet | undefined>;
}

export interface BrowserWallet {
  /** The person has answered in the wallet's app, which opened this page: `ask` says at once what. */
  readonly hasAnswer: boolean;
  ask(): Promise<WalletOutcome>;
}

export type WalletOutcome =
  ({ outcome: 'approved' } & TokenisedVenmo) | { outcome: 'cancelled' } | { outcome: 'unavailable' };
