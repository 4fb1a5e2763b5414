import type { IncomingMessage } from 'node:http';
import { isCardNumber } from '~/domain/cards';
import { createAgreement, tokeniseAgreement } from './braintree-paypal';
import type { FakeBooks } from './braintree-store';

interface CreditCard {
  number: string;
  expirationMonth: string;
  expirationYear: string;
  cvv: string;
  cardholderName: string;
}

interface ClientApiBody {
  operationName: string;
  variables: { input: never };
}

/** The client API; its errors come with HTTP 200. */
export function answerClientApi(books: FakeBooks, origin: string, request: IncomingMessage, body: string): string {
  const { operationName, variables } = JSON.parse(body) as ClientApiBody;
  const isAllowed = /^Bearer fp\./.test(request.headers.authorization ?? '');
  if (!isAllowed || request.headers['braintree-version'] !== '2018-05-10') {
    return errorJson(operationName, 'AUTHENTICATION', []);
  }
  if (operationName === 'TokenizeCreditCard') return tokeniseCard(books, variables.input);
  const name = operationName.charAt(0).toLowerCase() + operationName.slice(1);
  const given =
    operationName === 'CreatePayPalBillingAgreement'
      ? createAgreement(books, origin, variables.input)
      : tokeniseAgreement(books, variables.input);
  return given
    ? JSON.stringify({ data: { [name]: given } })
    : errorJson(name, 'VALIDATION', ['input', 'billingAgreement']);
}

function tokeniseCard(books: FakeBooks, { creditCard }: { creditCard: CreditCard }): string {
  const { number, expirationMonth, expirationYear, cvv } = creditCard;
  const refuse = (field: string) => errorJson('tokenizeCreditCard', 'VALIDATION', ['input', 'creditCard', field]);
  if (!isCardNumber(number)) return refuse('number');
  if (Number(expirationYear) < 2026) return refuse('expirationYear');
  if (Number(expirationMonth) > 12) return refuse('expirationMonth');
  if (!/^\d{3,4}$/.test(cvv)) return refuse('cvv');
  const last4 = number.slice(-4);
  const shown = { brandCode: number.startsWith('4') ? 'VISA' : 'MASTERCARD', last4 };
  return JSON.stringify({ data: { tokenizeCreditCard: { token: books.addNonce(last4), creditCard: shown } } });
}

function errorJson(name: string, errorClass: string, inputPath: string[]): string {
  const error = { message: 'A message', path: [name], extensions: { errorClass, inputPath } };
  return JSON.stringify({ data: { [name]: null }, errors: [error] });
}
