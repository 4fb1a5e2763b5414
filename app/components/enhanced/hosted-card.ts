import type { CardAuthentication, HostedFieldName } from '~/payments/browser-port';

/** What the card fields of the provider are told by the page (app/enhance/card-fields.tsx): strings in, nothing of the server. */
export interface HostedCardProps {
  /** Whose fields they are: the provider's folder in `app/payments`. */
  provider: string;
  clientToken: string;
  /** The id of what stands there without them, and goes once they are ready: the plain card fields, or the notice in their place. */
  insteadOf: string;
  /** The id of the plain input for the name on the card; where the page has none, it is made beside the fields. */
  nameInput: string | null;
  /** What the name starts with, where it is made. */
  cardHolderName: string;
  /** Named as `CARD_BRANDS`. */
  hiddenCardBrands: readonly string[];
  /** Something to pay with was chosen before: it stands where the card is left blank. */
  isOptional: boolean;
  /** Sends what the provider learned of the device along. */
  collectsDeviceData: boolean;
  /** Null where the bank is not asked. */
  threeDSecure: ThreeDSecureProps | null;
  texts: HostedCardTexts;
}

/** What the bank is told when it is asked who pays. */
export interface ThreeDSecureProps extends Omit<CardAuthentication, 'amount'> {
  /** `179.55`: with the box for the co-parent's subscription as the page shows it, and the other way round. */
  amount: { asShown: string; toggled: string };
}

export interface HostedCardTexts {
  legend: string;
  safety: string;
  labels: Record<'cardHolderName' | HostedFieldName, string>;
  hints: Partial<Record<HostedFieldName, string>>;
  errors: Record<'cardHolderName' | 'nameLength' | 'brand' | HostedFieldName, string>;
  problem: string;
  /** The page's title once it shows errors. */
  errorTitle: string;
  loading: string;
  submitting: string;
  unavailable: string;
  /** The bank did not say that it is the card's owner. */
  notAuthenticated: string;
  authenticationUnavailable: string;
}

/** In the order in which they stand. */
export const HOSTED_FIELDS = ['number', 'expirationDate', 'cvv'] as const satisfies readonly HostedFieldName[];

/** The names of the hidden inputs that an entered card becomes. */
export type HostedCardInput = 'cardNonce' | 'cardLastFour' | 'cardBrand' | 'deviceData';

/** The box in the same form that decides the amount too. */
export const CO_PARENT_BOX = 'isPayingForCoparent';
