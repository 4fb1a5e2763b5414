import { z } from 'zod';
import { readClientToken } from './braintree-client-token';
import type { CardDetails, RefusedCard, TokenisedCard, TokenisingProvider } from './port';

/** The version of the client API that tokenising is written for. */
const API_VERSION = '2018-05-10';
const MUTATION = `mutation TokenizeCreditCard($input: TokenizeCreditCardInput!) {
  tokenizeCreditCard(input: $input) { token creditCard { brandCode last4 } }
}`;

const answerShape = z.object({
  data: z
    .object({
      tokenizeCreditCard: z
        .object({
          token: z.string().min(1),
          creditCard: z.object({ brandCode: z.string().nullish(), last4: z.string().regex(/^\d{4}$/) }),
        })
        .nullish(),
    })
    .nullish(),
  errors: z
    .array(
      z.object({
        extensions: z.object({ errorClass: z.string().nullish(), inputPath: z.array(z.string()).nullish() }).nullish(),
      }),
    )
    .nullish(),
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

export interface BraintreeTokenisingOptions {
  /** Milliseconds Braintree may take. */
  deadline?: number;
  /** An origin to which cards may go besides Braintree's hosts. For tests: no setting leads here. */
  ownOrigin?: string;
}

/** Tokenises through Braintree's client API, with a client token and no key. Errors hold nothing of the card. */
export function createBraintreeTokenising(options: BraintreeTokenisingOptions = {}): TokenisingProvider {
  const { deadline = 15_000, ownOrigin } = options;
  return {
    approvalOrigins: [],
    async tokeniseCard(clientToken, card) {
      const { authorization, url } = readClientToken(clientToken, ownOrigin);
      const response = await fetch(url, {
        method: 'POST',
        // A card is never sent on to where somebody else points.
        redirect: 'error',
        signal: AbortSignal.timeout(deadline),
        headers: { Authorization: authorization, 'Braintree-Version': API_VERSION, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          clientSdkMetadata: { source: 'client', integration: 'custom' },
          operationName: 'TokenizeCreditCard',
          query: MUTATION,
          variables: { input: { creditCard: creditCardOf(card) } },
        }),
      });
      if (!response.ok) throw new Error(`Braintree did not tokenise: HTTP ${response.status}`);
      return readAnswer(await response.text());
    },
  };
}

function creditCardOf({ cardHolderName, cardNumber, cardExpiration, cardCvv }: CardDetails) {
  const [expirationMonth, year] = cardExpiration.split('/');
  const expirationYear = `20${year}`;
  return { number: cardNumber, expirationMonth, expirationYear, cvv: cardCvv, cardholderName: cardHolderName };
}

function readAnswer(text: string): TokenisedCard | RefusedCard {
  const { data, errors } = parse(text);
  const [error] = errors ?? [];
  if (error) {
    const { errorClass, inputPath } = error.extensions ?? {};
    const field = FIELDS[inputPath?.at(-1) ?? ''];
    if (errorClass === 'VALIDATION' && field) return { outcome: 'refused', field };
    // Their message may repeat what was entered.
    throw new Error(`Braintree did not tokenise: ${errorClass ?? 'an error'} at ${inputPath?.join('.') ?? 'no field'}`);
  }
  const tokenised = data?.tokenizeCreditCard;
  if (!tokenised) throw new Error('Braintree did not tokenise, and did not say why');
  const { brandCode, last4 } = tokenised.creditCard;
  return {
    outcome: 'tokenised',
    nonce: tokenised.token,
    lastFour: last4,
    brand: BRANDS[brandCode ?? ''] ?? 'other',
  };
}

function parse(text: string): z.infer<typeof answerShape> {
  try {
    return answerShape.parse(JSON.parse(text));
  } catch {
    // The cause would show a part of the answer.
    throw new Error('Braintree sent an answer that cannot be read');
  }
}
