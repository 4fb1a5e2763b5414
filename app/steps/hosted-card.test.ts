import { expect, it } from 'vitest';
import { hostedCardSchema, venmoSchema } from './hosted-card';

const card = {
  cardHolderName: 'Ann Lee',
  cardNonce: 'tokencc_bh_x1-y2',
  cardLastFour: '1111',
  cardBrand: 'Visa',
  deviceData: '{"correlation_id":"a"}',
};
const parse = (changes: object) => hostedCardSchema.safeParse({ ...card, ...changes });

it('accepts the result of the provider’s card fields', () => {
  expect(parse({}).data).toEqual({ ...card, cardBrand: 'visa' });
});

it.each([
  ['American Express', 'american-express'],
  ['MasterCard', 'mastercard'],
  ['Diners Club', 'diners-club'],
  ['UnionPay', 'union-pay'],
  ['Elo', 'other'],
  ['<b>', 'other'],
])('maps the brand %s to %s', (cardBrand, brand) => {
  expect(parse({ cardBrand }).data?.cardBrand).toBe(brand);
});

it.each(['', 'not json', '[]', 'null', `{"a":"${'x'.repeat(5000)}"}`, undefined])(
  'ignores invalid device data: %j',
  (deviceData) => {
    expect(parse({ deviceData }).data).toMatchObject({ cardNonce: card.cardNonce, deviceData: undefined });
  },
);

it.each<[object, string]>([
  [{ cardNonce: '' }, 'cardNonce'],
  [{ cardNonce: '../transactions' }, 'cardNonce'],
  [{ cardNonce: 'x'.repeat(300) }, 'cardNonce'],
  [{ cardLastFour: '4111111111111111' }, 'cardLastFour'],
  [{ cardHolderName: ' ' }, 'cardHolderName'],
])('refuses the fields %j', (changes, field) => {
  expect(parse(changes).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it('accepts a Venmo approval, with or without a display name', () => {
  expect(venmoSchema.parse({ venmoNonce: 'n-1', venmoUsername: '@ann-lee' })).toEqual({
    venmoNonce: 'n-1',
    venmoUsername: '@ann-lee',
  });
  expect(venmoSchema.parse({ venmoNonce: 'n-1', venmoUsername: 'a b<script>' }).venmoUsername).toBeUndefined();
  expect(venmoSchema.safeParse({ venmoNonce: '' }).success).toBe(false);
});
