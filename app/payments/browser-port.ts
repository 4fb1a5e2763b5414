import type { TokenisedCard, TokenisedVenmo } from './port';

/**
 * The interface to the browser part of a payment provider, in `app/payments/<name>/browser/`: `card-fields.ts` is a `CardFieldsModule`,
 * `venmo.ts` a `VenmoModule`. The page names the folder (`BrowserHalf` in port.ts), and the browser loads only that provider.
 */

/** The card fields that the provider hosts. The name on the card is our own input. */
export type HostedFieldName = 'number' | 'expirationDate' | 'cvv';

export interface CardFieldsModule {
  /**
   * Puts the provider's fields into their containers.
   *
   * @returns once a card can be typed
   * @throws the reason why the fields are not ready; the caller sets the time limit
   */
  openCardFields(setUp: CardFieldsSetUp): Promise<HostedCardFields>;
}

export interface CardFieldsSetUp {
  clientToken: string;
  /** An empty element of the page for each field. */
  containers: Record<HostedFieldName, HTMLElement>;
  labels: Record<HostedFieldName, string>;
  /** The hint beside each label, repeated for screen readers inside the frame, which cannot see the page's. */
  hints: Partial<Record<HostedFieldName, string>>;
  /** Shown in an empty field, in `appearance.hint`. */
  placeholders: Partial<Record<HostedFieldName, string>>;
  appearance: FieldAppearance;
  /** Card brands that we do not accept, named as in `CARD_BRANDS`. */
  hiddenCardBrands: readonly string[];
  /** Whether device data is sent with the card. */
  collectsDeviceData: boolean;
  /** Whether cards need 3-D Secure, so that its scripts can load early. */
  asksBank: boolean;
  /** Called when Enter is pressed in a field. */
  onEnter(): void;
  onFocusChange(field: HostedFieldName, isFocused: boolean): void;
  /** Called when a field's validity or the card's brand has changed. */
  onChange(): void;
}

/** The appearance of the text in a field. The page draws the box around it. */
export interface FieldAppearance {
  /** The text colour for each colour scheme. The scheme can change while the fields are filled. */
  ink: Record<'light' | 'dark', string>;
  /** The colour of placeholders, likewise. */
  hint: Record<'light' | 'dark', string>;
  fontFamily: string;
  fontSize: string;
}

/** The fields on the page. They keep their input until they are torn down. */
export interface HostedCardFields {
  state(): CardFieldsState;
  /** Marks the invalid fields for assistive technology. A field without a message is valid. */
  showErrors(messages: Partial<Record<HostedFieldName, string>>): void;
  focus(field: HostedFieldName): void;
  /** Turns the input into a nonce, confirmed by the bank if 3-D Secure is used. */
  tokenise(entry: CardFieldsEntry): Promise<HostedCardOutcome>;
  teardown(): void;
}

export interface CardFieldsState {
  fields: Record<HostedFieldName, { isEmpty: boolean; isValid: boolean }>;
  /** Named as in `CARD_BRANDS`; undefined until it is certain. */
  brand: string | undefined;
}

export interface CardFieldsEntry {
  cardHolderName: string;
  /** Null without 3-D Secure. */
  authentication: CardAuthentication | null;
}

/** The data for the bank (3-D Secure). */
export interface CardAuthentication {
  /** A decimal amount in major units, such as `179.55`. */
  amount: string;
  email: string;
  billingAddress: AuthenticationAddress;
}

/** As the visitor typed it. A provider omits what its bank does not accept. */
export interface AuthenticationAddress {
  firstName: string;
  lastName: string;
  /** With the calling code: `+1 6125550100`. */
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
  /** At least one field is invalid. */
  | { outcome: 'invalid'; fields: readonly HostedFieldName[] }
  /** The bank did not confirm the cardholder, or the visitor cancelled there. */
  | { outcome: 'notAuthenticated' }
  | { outcome: 'authenticationUnavailable' }
  | { outcome: 'unavailable' };

export interface VenmoModule {
  /**
   * @param setUp.styleNonce for `style` elements that the provider adds to the page
   * @param setUp.isOpened whether this session has opened Venmo. Otherwise a result in the address is ignored
   * @returns undefined if Venmo does not support this browser
   * @throws if Venmo cannot be used
   */
  openVenmo(setUp: { clientToken: string; styleNonce: string; isOpened: boolean }): Promise<BrowserWallet | undefined>;
}

export interface BrowserWallet {
  /** The visitor has already decided in the wallet's app, which opened this page; `requestApproval` resolves at once. */
  readonly hasResult: boolean;
  /** A second call cancels an unfinished first one. */
  requestApproval(): Promise<WalletOutcome>;
}

export type WalletOutcome =
  ({ outcome: 'approved' } & TokenisedVenmo) | { outcome: 'cancelled' } | { outcome: 'unavailable' };
