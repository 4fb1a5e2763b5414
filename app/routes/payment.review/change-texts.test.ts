import { describe, expect, it } from 'vitest';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { REVIEW_PARTS } from '~/server/request/review-seals.server';
import { BILLED_ANN, IN_MINNESOTA } from '~tests/walks/parent-moves';
import { changeTexts } from './change-texts';

type Reviewed = Parameters<typeof changeTexts>[2];

const PLAIN: Reviewed = {
  parent: BILLED_ANN,
  billing: IN_MINNESOTA,
  coParent: { name: 'Ben Lee', email: 'ben@example.com' },
  card: { brand: 'mastercard', lastFour: '4444' },
  paypal: null,
  venmo: null,
  lines: {
    name: 'Premium',
    receiptText: '',
    years: 1,
    options: [],
    packageFormatted: '$216.00',
    currency: 'USD',
    isVatIncluded: false,
    totals: { taxAmountFormatted: '$14.85', totalFormatted: '$230.85' },
  },
  renewal: { amount: null, years: 1, isForCoParent: false },
  isConsentRequired: false,
};
const FULL: Reviewed = {
  ...PLAIN,
  card: null,
  paypal: { email: 'ann@pay.example' },
  lines: {
    ...PLAIN.lines,
    years: 2,
    options: ['ToneMeter'],
    coupon: { percent: 20, description: null, discountFormatted: '$43.20' },
    codes: [
      { code: 'PREPAID-40', amount: 4000, amountFormatted: '$40.00' },
      { code: 'GIFT', amount: null, amountFormatted: null },
      { code: 'SPARE', amount: 0, amountFormatted: '$0.00' },
    ],
  },
  renewal: { amount: '$230.85', years: 2, isForCoParent: true },
  isConsentRequired: true,
};

const textsIn = (language: Language, reviewed: Reviewed) =>
  changeTexts({ t: translate(language), language }, REVIEW_PARTS, reviewed);

const IN_ENGLISH = [
  'Your package is now: Premium, 1 year.',
  "Your co-parent's subscription is no longer part of the order.",
  "Your co-parent's invitation now goes to Ben Lee (ben@example.com).",
  'The payment method is now: Mastercard ending in 4444.',
  `Your email is now ${BILLED_ANN.email}.`,
  'Your name is now Ann Lee.',
  'Your billing address is now 12 Elm Street, Saint Paul, MN 55101, United States.',
  'Your phone number is now +1 612 555 0100.',
  'No activation code counts for this order now.',
  'No offer counts for this order now.',
  'The tax is now $14.85.',
  'The total is now $230.85.',
  'The renewal is now at the full price.',
  'Paying now agrees to the terms as they are today, as it says beside “Pay now”.',
];

const IN_POUNDS: Reviewed = {
  ...PLAIN,
  lines: {
    ...PLAIN.lines,
    isVatIncluded: true,
    totals: { taxAmountFormatted: '£19.98', totalFormatted: '£119.88' },
  },
};

describe('the text of a change', () => {
  it.each(['en', 'en-GB'] as const)('describes each changed part in %s', (language) => {
    expect(textsIn(language, PLAIN)).toEqual(IN_ENGLISH);
    expect(textsIn(language, FULL).filter((text) => !IN_ENGLISH.includes(text))).toEqual([
      'Your package is now: Premium, 2 years, ToneMeter.',
      "Your co-parent's subscription is now part of the order.",
      'The payment method is now: PayPal, ann@pay.example.',
      'Activation codes that count now: PREPAID-40 (−$40.00), GIFT.',
      'Your offer now takes off $43.20.',
      'The renewal is now $230.85 every two years.',
      'You are now asked to agree to the terms as they are today.',
    ]);
  });

  it('describes each changed part in Spanish', () => {
    expect(textsIn('es', PLAIN)).toEqual([
      'Su paquete ahora es: Premium, 1 año.',
      'La suscripción de la otra mamá o del otro papá ya no forma parte del pedido.',
      'La invitación ahora se enviará a Ben Lee (ben@example.com).',
      'La forma de pago ahora es: Mastercard con terminación 4444.',
      `Su correo electrónico ahora es ${BILLED_ANN.email}.`,
      'Su nombre ahora es Ann Lee.',
      'Su dirección de facturación ahora es 12 Elm Street, Saint Paul, MN 55101, Estados Unidos.',
      'Su número de teléfono ahora es +1 612 555 0100.',
      'Ahora no se aplica ningún código de activación a este pedido.',
      'Ahora no se aplica ninguna oferta a este pedido.',
      'Los impuestos ahora son $14.85.',
      'El total ahora es $230.85.',
      'La renovación ahora es al precio completo.',
      'Al pagar acepta los términos vigentes, como se indica junto a “Pagar ahora”.',
    ]);
    expect(textsIn('es', FULL).slice(-6)).toEqual([
      'Códigos de activación que se aplican ahora: PREPAID-40 (−$40.00), GIFT.',
      'Su oferta ahora descuenta $43.20.',
      'Los impuestos ahora son $14.85.',
      'El total ahora es $230.85.',
      'La renovación ahora cuesta $230.85 cada dos años.',
      'Ahora se le pide aceptar los términos vigentes.',
    ]);
  });

  it.each([
    ['en-GB', 'The VAT included is now £19.98.'],
    ['es', 'El IVA incluido ahora es £19.98.'],
  ] as const)('names VAT in %s', (language, text) => {
    expect(changeTexts({ t: translate(language), language }, ['tax'], IN_POUNDS)).toEqual([text]);
  });

  it.each([
    ['en', 'No payment method is needed now.'],
    ['es', 'Ahora no se necesita ninguna forma de pago.'],
  ] as const)('states in %s that a free order needs no payment method', (language, text) => {
    const free = { ...PLAIN, card: null };
    expect(changeTexts({ t: translate(language), language }, ['instrument'], free)).toEqual([text]);
  });

  it('omits unchanged parts', () => {
    expect(changeTexts({ t: translate('en'), language: 'en' }, [], PLAIN)).toEqual([]);
    expect(changeTexts({ t: translate('en'), language: 'en' }, ['total'], PLAIN)).toEqual([
      'The total is now $230.85.',
    ]);
  });
});
