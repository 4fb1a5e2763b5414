import { describe, expect, it } from 'vitest';
import type { Receipt } from '~/domain/receipt/receipt';
import type { Language } from './languages';
import { receiptSections } from './receipt-sections';

const FULL: Receipt = {
  seller: { name: 'Evenkeel, Inc.', address: '100 Sample Street', taxId: '12-345', withdrawal: {} },
  supportEmail: 'support@example.com',
  orderNumber: '7K3-Q9X-TF2',
  transactionId: 'abc123',
  paidAt: '2026-03-01T20:30:00Z',
  timeZone: 'America/Chicago',
  payer: {
    name: "Ann O'Neil",
    email: 'ann@example.com',
    address: {
      line1: '12 Elm Street',
      line2: 'Apt 4',
      city: 'Saint Paul',
      region: 'MN',
      postalCode: '55101',
      country: 'US',
    },
  },
  sold: { name: 'Build your own', options: ['File storage, 1 GB'], priceFormatted: '$120.00' },
  years: 2,
  isVatIncluded: false,
  isForCoParent: true,
  totals: {
    currencyCode: 'USD',
    paymentCodeTotal: 4000,
    paymentCodeTotalFormatted: '$40.00',
    taxAmount: 1045,
    taxAmountFormatted: '$10.45',
    taxRate: 6.875,
    selectedPackageTotal: 12000,
    selectedPackageTotalFormatted: '$120.00',
    subTotal: 24000,
    subTotalFormatted: '$240.00',
    subTotalAfterDiscount: 19200,
    subTotalAfterDiscountFormatted: '$192.00',
    total: 16245,
    totalFormatted: '$162.45',
  },
  coupon: { couponCode: 'SPRING', description: '20% off', discount: 4800, discountFormatted: '$48.00' },
  codes: [{ code: 'PREPAID-40', amount: 4000, amountFormatted: '$40.00' }],
  paymentType: 'creditCard',
  cardLastFour: '1111',
  renewal: { date: '2028-03-01T20:30:00Z', amount: '$256.50' },
  terms: { version: '2026-02', agreedAt: '2026-03-01T20:29:58Z' },
};

/** The data of a backend that sends only the required keys. */
const SPARSE: Receipt = {
  ...FULL,
  seller: { ...FULL.seller, taxId: undefined },
  orderNumber: null,
  transactionId: null,
  payer: { name: null, email: 'ann@example.com', address: null },
  sold: null,
  years: null,
  isForCoParent: false,
  totals: {
    ...FULL.totals,
    taxRate: undefined,
    taxAmountFormatted: null,
    selectedPackageTotalFormatted: null,
    total: null,
    totalFormatted: null,
  },
  coupon: null,
  codes: [],
  paymentType: null,
  cardLastFour: null,
  renewal: null,
  terms: null,
};

/** Returns one line for each row and sentence. */
function linesOf(language: Language, receipt: Receipt): string[] {
  return receiptSections(language, receipt).flatMap(({ title, rows, sentences }) => [
    `# ${title}`,
    ...rows.map(({ name, parts = [], values }) => [[name, ...parts].join(' + '), values.join(' | ')].join(': ')),
    ...sentences,
  ]);
}

const inCountry = (country: string, changes: Partial<Receipt> = {}): Receipt => ({
  ...FULL,
  payer: { ...FULL.payer, address: { ...FULL.payer.address!, region: '', country } },
  ...changes,
});

describe('a receipt', () => {
  it('names seller, buyer, items, amounts, renewal and terms', () => {
    expect(linesOf('en', FULL)).toEqual([
      '# Receipt',
      'Order number: 7K3-Q9X-TF2',
      'Paid on: Mar 1, 2026, 2:30 PM',
      '# Order summary',
      'Build your own, 2 years + File storage, 1 GB: $120.00',
      "Your co-parent's subscription: $120.00",
      'Offer, 20% off: −$48.00',
      'Activation code PREPAID-40: −$40.00',
      'Tax (6.875%): $10.45',
      'Total: $162.45',
      '# Payment information',
      'Paid with: Credit card',
      'Card ending in: 1111',
      'Transaction: abc123',
      'Amount paid: $162.45',
      '# Automatic renewal',
      "Your subscription and your co-parent's renew every two years. On March 1, 2028 you are billed $256.50 (without the offer) for both, unless prices or taxes change before then.",
      'You can cancel the renewal at any time, in My Account or by writing to support@example.com.',
      '# Addresses',
      'Seller: Evenkeel, Inc. | 100 Sample Street | Tax ID: 12-345',
      "Billed to: Ann O'Neil | 12 Elm Street | Apt 4 | Saint Paul, MN 55101 | United States | ann@example.com",
      '# Terms',
      'With your order you agreed to the Terms & Conditions and the Privacy Policy, version 2026-02, on March 1, 2026 at 2:29 PM.',
    ]);
  });

  it('has the same content in Spanish, and names the dollars', () => {
    const lines = linesOf('es', FULL);
    expect(lines).toHaveLength(linesOf('en', FULL).length + 1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Número de pedido: 7K3-Q9X-TF2',
        'Impuestos (6.875%): $10.45',
        'Los montos están en dólares estadounidenses (USD).',
      ]),
    );
  });

  it('names the brand of a card that was entered in this session', () => {
    const branded = linesOf('en', { ...FULL, cardBrand: 'American Express' });
    expect(branded).toContain('Card: American Express ending in 1111');
    expect(branded.filter((line) => line.includes('ending in'))).toHaveLength(1);
    expect(linesOf('en', { ...FULL, cardBrand: 'Unheard Of' })).toContain('Card ending in: 1111');
    expect(linesOf('en', { ...FULL, cardBrand: 'Visa', cardLastFour: null }).join()).not.toContain('ending in');
  });

  it("shows the seller's address from the street to the country", () => {
    const from = (address: string) =>
      linesOf('en', { ...FULL, seller: { ...FULL.seller, name: 'Evenkeel', address, taxId: undefined } }).find((line) =>
        line.startsWith('Seller'),
      );
    expect(from('100 Sample Street, Springfield, MN 56087, United States')).toBe(
      'Seller: Evenkeel | 100 Sample Street | Springfield, MN 56087 | United States',
    );
    expect(from('Elm Lane 4, Springfield')).toBe('Seller: Evenkeel | Elm Lane 4, Springfield');
  });

  it('omits unknown data', () => {
    expect(linesOf('en', SPARSE)).toEqual([
      '# Receipt',
      'Paid on: Mar 1, 2026, 2:30 PM',
      '# Order summary',
      'Subscription: ',
      '# Addresses',
      'Seller: Evenkeel, Inc. | 100 Sample Street',
      'Billed to: ann@example.com',
    ]);
  });

  it('shows VAT with its rate below the total, and formats address and tax number for Britain', () => {
    const lines = linesOf('en-GB', inCountry('GB', { isVatIncluded: true, totals: { ...FULL.totals, taxRate: 20 } }));
    expect(lines[lines.indexOf('Total: $162.45') + 1]).toBe('VAT included (20%): $10.45');
    expect(lines).toContain('Seller: Evenkeel, Inc. | 100 Sample Street | Tax or VAT number: 12-345');
    expect(lines.find((line) => line.startsWith('Billed to'))).toContain('Saint Paul | 55101 | United Kingdom');
  });

  it('marks an unneeded code as still valid', () => {
    const codes = [...FULL.codes, { code: 'GIFT', amount: 0, amountFormatted: '$0.00' }];
    expect(linesOf('en', { ...FULL, codes })).toContain('Activation code GIFT: Not needed, and still valid');
  });

  it('states how much of a larger code’s value is lost', () => {
    const larger = { code: 'PREPAID-120', amount: 9600, amountFormatted: '$96.00' };
    const lineOf = (code: Receipt['codes'][number]) =>
      linesOf('en', { ...FULL, codes: [code] }).find((line) => line.startsWith('Activation'));
    expect(lineOf({ ...larger, unused: 2400, unusedFormatted: '$24.00' })).toBe(
      'Activation code PREPAID-120 + $24.00 of it is not used and is lost: −$96.00',
    );
    expect(lineOf({ ...larger, unused: 0, unusedFormatted: '$0.00' })).toBe('Activation code PREPAID-120: −$96.00');
  });

  it.each([
    ['Spring offer', 'Spring offer: −$0.20'],
    [null, 'Offer: −$0.20'],
  ])('names an offer below 1 % that the backend describes as %s', (description, line) => {
    const coupon = { couponCode: 'SPRING', description, discount: 20, discountFormatted: '$0.20' };
    expect(linesOf('en', { ...FULL, coupon })).toContain(line);
  });

  it('states that a renewal after a free order asks for a payment method', () => {
    const lines = linesOf('en', { ...FULL, totals: { ...FULL.totals, total: 0 } }).join('\n');
    expect(lines).toContain('$256.50 (without the offer) is due for both, unless prices or taxes change before then.');
    expect(lines).not.toContain('you are billed');
  });

  it('names no card and no payment for a free order', () => {
    const lines = linesOf('en', { ...FULL, cardLastFour: null, totals: { ...FULL.totals, total: 0 } });
    expect(lines.some((line) => line.startsWith('Paid with'))).toBe(false);
    expect(lines).toContain('Ordered on: Mar 1, 2026, 2:30 PM');
    expect(lines.join('\n')).not.toContain('your payment');
  });
});

describe('the right of withdrawal', () => {
  it.each([
    ['en', 'You can withdraw from this purchase until March 15, 2026 without giving a reason.'],
    ['en-GB', 'You can cancel this purchase until 15 March 2026 without giving a reason.'],
    ['es', 'Puede desistir de esta compra hasta el 15 de marzo de 2026 sin dar ningún motivo.'],
  ] as const)('is stated for European addresses in %s', (language, text) => {
    for (const country of ['GB', 'DE', 'ES', 'IE'])
      expect(linesOf(language, inCountry(country)).join('\n')).toContain(`\n${text}`);
  });

  it('uses the operator’s wording, which British English takes from English', () => {
    const seller = { ...FULL.seller, withdrawal: { en: 'You may send it back.' } };
    expect(linesOf('en-GB', inCountry('GB', { seller }))).toContain('You may send it back.');
    expect(linesOf('es', inCountry('GB', { seller })).join()).toContain('Puede desistir de esta compra');
  });

  it.each('RE GP MQ GF YT MF AX'.split(' '))('is stated for %s, a part of the Union with its own code', (country) => {
    expect(linesOf('en', inCountry(country))).toContain('# Right of withdrawal');
  });

  it.each(['US', 'CA', 'MX', 'AU', 'CH', 'JE', 'GG', 'IM'])(
    'is absent where the law grants none, such as %s',
    (country) => {
      expect(linesOf('en', inCountry(country))).not.toContain('# Right of withdrawal');
    },
  );
});
