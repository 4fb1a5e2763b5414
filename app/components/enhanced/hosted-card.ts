import type { AcceptedBrands } from '~/components/checkout/card-brands';
import type { LengthLimit } from '~/domain/limits';
import type { CardAuthentication, HostedFieldName } from '~/payments/browser-port';

export interface HostedCardProps {
  /** The provider's folder in `app/payments`. */
  provider: string;
  clientToken: string;
  /**
   * The id of the element that the fields replace once they are ready: the plain card fields, or the notice instead of
   * them.
   */
  insteadOf: string;
  /** The id of the plain input for the name on the card. Null if the page has none and the script creates it. */
  nameInput: string | null;
  /** The initial name, if the script creates the input. */
  cardHolderName: string;
  nameLimit: LengthLimit;
  /** Named as in `CARD_BRANDS`. */
  hiddenCardBrands: readonly string[];
  /** A payment method is already stored. A blank card keeps it. */
  isOptional: boolean;
  /** With the co-parent's box toggled there is nothing to pay. */
  isFreeIfToggled?: boolean;
  /** Whether device data is sent with the card. */
  collectsDeviceData: boolean;
  /** Null without 3-D Secure. */
  threeDSecure: ThreeDSecureProps | null;
  /** Shown as accepted. */
  brands: AcceptedBrands;
  texts: HostedCardTexts;
}

/** The data for 3-D Secure, which the bank receives. */
export interface ThreeDSecureProps extends Omit<CardAuthentication, 'amount'> {
  /** Decimal amounts such as `179.55`: with the co-parent's box as displayed, and with the box toggled. */
  amount: { asShown: string; toggled: string };
}

export interface HostedCardTexts {
  legend: string;
  labels: Record<'cardHolderName' | HostedFieldName, string>;
  hints: Record<'expirationDate' | 'cvv', string>;
  errors: Record<'cardHolderName' | 'nameLength' | 'brand' | HostedFieldName, string>;
  /** Lists the accepted brands. */
  accepted: string;
  problem: string;
  /** The page's title once it shows errors. */
  errorTitle: string;
  /** The server's error if its page has no card fields. */
  noCardForm: string;
  loading: string;
  submitting: string;
  unavailable: string;
  /** The bank did not confirm the cardholder. */
  notAuthenticated: string;
  authenticationUnavailable: string;
}

/** In the order on the page. */
export const HOSTED_FIELDS = ['number', 'expirationDate', 'cvv'] as const satisfies readonly HostedFieldName[];

/** The names of the hidden inputs for an entered card. */
export type HostedCardInput = 'cardNonce' | 'cardLastFour' | 'cardBrand' | 'deviceData' | 'cardAmount';

/** The checkbox in the same form that also changes the amount. */
export const CO_PARENT_BOX = 'isPayingForCoparent';
