import { z } from 'zod';
import { createBraintreeBrowserHalf } from './browser-half';
import { createClientApiCaller, clientApiErrorMessage, type ClientApiResponse } from './client-api.server';
import { createBraintreePayPal } from './paypal.server';
import type { CardDetails, RefusedCard, TokenisedCard, TokenisingProvider } from '~/payments/port';

const TOKENISE = {
  name: 'TokenizeCreditCard',
  query: `mutation TokenizeCreditCard($input: TokenizeCreditCardInput!) {
  tokenizeCreditCard(input: $input) { token creditCard { brandCode last4 } }
}`,
};

const tokenisedCard = z.object({
  tokenizeCreditCard: z.object({
    token: z.string().min(1),
    creditCard: z.object({ brandCode: z.string().nullish(), last4: z.string().regex(/^\d{4}$/) }),
  }),
});

const BRANDS: Readonly<Record<string, string>> = {
  VISA: 'visa',
  MASTERCARD: 'mastercard',
  AMERICAN_EXPRESS: 'american-express',
  DISCOVER: 'discover',
  DINERS: 'diners-club',
  JCB: 'jcb',
  UNION_PAY: 'union-pay',
  UNIONPAY: 'union-pay',
  MAESTRO: 'maestro',
  INTERNATIONAL_MAESTRO: 'maestro',
  UK_MAESTRO: 'maestro',
};

const FIELDS: Readonly<Record<string, RefusedCard['field']>> = {
  number: 'cardNumber',
  expirationMonth: 'cardExpiration',
  expirationYear: 'cardExpiration',
  expirationDate: 'cardExpiration',
  cvv: 'cardCvv',
};

/** The origins of PayPal's approval page and of Braintree's redirect to it. */
const APPROVAL_ORIGINS = {
  production: 'https://www.paypal.com',
  sandbox: 'https://www.sandbox.paypal.com',
} as const;

export interface BraintreeTokenisingOptions {
  environment: keyof typeof APPROVAL_ORIGINS;
  /** Milliseconds for a call. */
  deadline?: number;
  /** An origin that is trusted like Braintree's and PayPal's in tests; no setting sets it. */
  ownOrigin?: string;
}

/** Tokenises through Braintree's client API, with a client token instead of our keys. Errors contain no card data. */
export function createBraintreeTokenising(options: BraintreeTokenisingOptions): TokenisingProvider {
  const { environment, deadline = 15_000, ownOrigin } = options;
  const call = createClientApiCaller({ deadline, ownOrigin });
  const approvalOrigins = [APPROVAL_ORIGINS[environment], ...(ownOrigin === undefined ? [] : [ownOrigin])];
  return {
    ...createBraintreePayPal(call, approvalOrigins),
    approvalOrigins,
    browser: createBraintreeBrowserHalf(environment),
    async tokeniseCard(clientToken, card) {
      return readAnswer(await call(clientToken, { ...TOKENISE, input: { creditCard: creditCardOf(card) } }));
    },
  };
}

function creditCardOf({ cardHolderName, cardNumber, cardExpiration, cardCvv }: CardDetails) {
  const [expirationMonth, year] = cardExpiration.split('/');
  const expirationYear = `20${year}`;
  return { number: cardNumber, expirationMonth, expirationYear, cvv: cardCvv, cardholderName: cardHolderName };
}

function readAnswer({ data, errors: [error] }: ClientApiResponse): TokenisedCard | RefusedCard {
  if (error) {
    const field = FIELDS[error.inputPath.at(-1) ?? ''];
    if (error.errorClass === 'VALIDATION' && field) return { outcome: 'refused', field };
    throw new Error(`Braintree did not tokenise: ${clientApiErrorMessage(error)}`);
  }
  const result = tokenisedCard.safeParse(data);
  // The validation error would quote the response.
  if (!result.success) throw new Error('Braintree did not tokenise: no reason given');
  const { token, creditCard } = result.data.tokenizeCreditCard;
  return {
    outcome: 'tokenised',
    nonce: token,
    lastFour: creditCard.last4,
    brand: BRANDS[creditCard.brandCode ?? ''] ?? 'other',
  };
}
