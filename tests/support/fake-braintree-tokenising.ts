import type { IncomingMessage } from 'node:http';
import { isCardNumber } from '../../app/domain/cards';
import type { FakeBooks } from './fake-braintree-store';

interface CreditCard {
  number: string;
  expirationMonth: string;
  expirationYear: string;
  cvv: string;
  cardholderName: string;
}

/** Answers `tokenizeCreditCard` as the client API does: errors come with HTTP 200. */
export function tokenise(books: FakeBooks, request: IncomingMessage, body: string): string {
  const isAllowed = /^Bearer fp\./.test(request.headers.authorization ?? '');
  if (!isAllowed || request.headers['braintree-version'] !== '2018-05-10') return errorJson('AUTHENTICATION', []);
  const { variables } = JSON.parse(body) as { variables: { input: { creditCard: CreditCard } } };
  const { number, expirationMonth, expirationYear, cvv } = variables.input.creditCard;
  if (!isCardNumber(number)) return errorJson('VALIDATION', ['input', 'creditCard', 'number']);
  if (Number(expirationYear) < 2026) return errorJson('VALIDATION', ['input', 'creditCard', 'expirationYear']);
  if (Number(expirationMonth) > 12) return errorJson('VALIDATION', ['input', 'creditCard', 'expirationMonth']);
  if (!/^\d{3,4}$/.test(cvv)) return errorJson('VALIDATION', ['input', 'creditCard', 'cvv']);
  const last4 = number.slice(-4);
  const creditCard = { brandCode: number.startsWith('4') ? 'VISA' : 'MASTERCARD', last4 };
  return JSON.stringify({ data: { tokenizeCreditCard: { token: books.addNonce(last4), creditCard } } });
}

function errorJson(errorClass: string, inputPath: string[]): string {
  const error = { message: 'A message', path: ['tokenizeCreditCard'], extensions: { errorClass, inputPath } };
  return JSON.stringify({ data: { tokenizeCreditCard: null }, errors: [error] });
}
