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

it('takes what the fields of the provider became', () => {
  expect(parse({}).data).toEqual({ ...card, cardBrand: 'visa' });
});

it.each([
  ['American Express', 'american-express'],
  ['MasterCard', 'mastercard'],
  ['Diners Club', 'diners-club'],
  ['UnionPay', 'union-pay'],
  ['Elo', 'other'],
  ['<b>', 'other'],
])('knows the brand %s as %s', (cardBrand, brand) => {
  expect(parse({ cardBrand }).data?.cardBrand).toBe(brand);
});

it.each(['', 'not json', '[]', 'null', `{"a":"${'x'.repeat(5000)}"}`, undefined])(
  'does without device data that is none: %j',
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
])('refuses %j', (changes, field) => {
  expect(parse(changes).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

it('takes an approval of Venmo, with or without a name to show', () => {
  expect(venmoSchema.parse({ venmoNonce: 'n-1', venmoUsername: '@ann-lee' })).toEqual({
    venmoNonce: 'n-1',
    venmoUsername: '@ann-lee',
  });
  expect(venmoSchema.parse({ venmoNonce: 'n-1', venmoUsername: 'a b<script>' }).venmoUsername).toBeUndefined();
  expect(venmoSchema.safeParse({ venmoNonce: '' }).success).toBe(false);
});
