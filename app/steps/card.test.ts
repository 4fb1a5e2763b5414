import { expect, test } from 'vitest';
import { submitForm, type Typed } from '~tests/browser/submit-form';
import { CARD } from './card';

const schema = CARD.schemaFor({
  now: new Date('2026-03-15T12:00:00Z'),
  hiddenCardBrands: ['american-express', 'discover'],
});
const complete = {
  cardHolderName: 'Ana Silva',
  cardNumber: '4111 1111 1111 1111',
  cardExpiration: '03/26',
  cardCvv: '123',
};
const submit = (typed: Typed) => submitForm(schema, { ...complete, ...typed });

test('parses a card number into digits and an expiration into month and year', () => {
  expect(submit({}).value).toEqual({
    cardHolderName: 'Ana Silva',
    cardNumber: '4111111111111111',
    cardExpiration: { month: 3, year: 2026 },
    cardCvv: '123',
  });
});

test('requires every field', () => {
  const required = {
    cardHolderName: ['errors:cardHolderMissing'],
    cardNumber: ['errors:cardNumberMissing'],
    cardExpiration: ['errors:cardExpirationMissing'],
    cardCvv: ['errors:cardCvvMissing'],
  };
  expect(submitForm(schema, {}).errors).toEqual(required);
  expect(submit({ cardHolderName: ' ', cardNumber: ' ', cardExpiration: ' ', cardCvv: ' ' }).errors).toEqual(required);
});

test.each([
  ['cardHolderName', 'x'.repeat(176), 'errors:cardHolderLength'],
  ['cardNumber', '4111111111111112', 'errors:cardNumber'],
  ['cardNumber', '4111', 'errors:cardNumber'],
  ['cardNumber', 'four', 'errors:cardNumber'],
  ['cardNumber', '6011111111111117', 'errors:cardBrand'],
  ['cardExpiration', '02/26', 'errors:cardExpiration'],
  ['cardExpiration', '13/26', 'errors:cardExpiration'],
  ['cardExpiration', 'soon', 'errors:cardExpiration'],
  ['cardCvv', '12', 'errors:cardCvv'],
  ['cardCvv', '1234', 'errors:cardCvv'],
  ['cardCvv', 'abc', 'errors:cardCvv'],
])('rejects %s %j: %s', (field, typed, message) => {
  expect(submit({ [field]: typed }).errors).toEqual({ [field]: [message] });
});

test('reports every error at once', () => {
  expect(submit({ cardHolderName: '', cardNumber: '4', cardExpiration: '1', cardCvv: '1' }).errors).toEqual({
    cardHolderName: ['errors:cardHolderMissing'],
    cardNumber: ['errors:cardNumber'],
    cardExpiration: ['errors:cardExpiration'],
    cardCvv: ['errors:cardCvv'],
  });
});

test.each(['12 / 30', '12/2030', '1230', '12-30'])('accepts the expiration %j', (cardExpiration) => {
  expect(submit({ cardExpiration }).value).toMatchObject({ cardExpiration: { month: 12, year: 2030 } });
});

test('requires a four-digit American Express code where the brand is accepted', () => {
  const everywhere = CARD.schemaFor({ now: new Date('2026-03-15T12:00:00Z') });
  const amex = { ...complete, cardNumber: '378282246310005' };
  expect(submitForm(everywhere, { ...amex, cardCvv: '1234' }).value).toMatchObject({ cardCvv: '1234' });
  expect(submitForm(everywhere, { ...amex, cardCvv: '123' }).errors).toEqual({ cardCvv: ['errors:cardCvv'] });
  expect(submit({ ...amex, cardCvv: '1234' }).errors).toEqual({ cardNumber: ['errors:cardBrand'] });
});
