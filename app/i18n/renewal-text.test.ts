import { expect, it } from 'vitest';
import { renewalText, type Renewal } from './renewal-text';
import { translate } from './translator';

const OWN: Renewal = {
  amount: '$128.25',
  years: 1,
  date: '2027-03-01T12:00:00Z',
  timeZone: 'America/Chicago',
  isForCoParent: false,
  isFreeToday: false,
  isOffered: false,
};

it.each<[changes: Partial<Renewal>, text: string]>([
  [
    {},
    'Your subscription renews every year. On March 1, 2027 you are billed $128.25, unless prices or taxes change before then.',
  ],
  [
    { isOffered: true },
    'Your subscription renews every year. On March 1, 2027 you are billed $128.25 (without the offer), unless prices or taxes change before then.',
  ],
  [
    { amount: null, years: 2, isOffered: true },
    'Your subscription renews every two years. On March 1, 2027 you are billed the full price.',
  ],
  [
    { isForCoParent: true, amount: '$256.50' },
    "Your subscription and your co-parent's renew every year. On March 1, 2027 you are billed $256.50 for both, unless prices or taxes change before then.",
  ],
  [
    { isForCoParent: true, amount: null },
    "Your subscription and your co-parent's renew every year. On March 1, 2027 you are billed the full price of both.",
  ],
  [
    { isFreeToday: true },
    'Your subscription renews every year. On March 1, 2027 $128.25 is due, unless prices or taxes change before then. Nothing is charged today, so we will ask you for a payment method then.',
  ],
  [
    { isFreeToday: true, isForCoParent: true, amount: null, years: 2 },
    "Your subscription and your co-parent's renew every two years. On March 1, 2027 the full price of both is due. Nothing is charged today, so we will ask you for a payment method then.",
  ],
])('shows the amount of a renewal with %j', (changes, text) => {
  expect(renewalText(translate('en'), 'en', { ...OWN, ...changes })).toBe(text);
});

it('states in Spanish whose subscriptions renew, and that we will ask for a payment method', () => {
  const renewal = { ...OWN, isForCoParent: true, isFreeToday: true };
  expect(renewalText(translate('es'), 'es', renewal)).toBe(
    'Su suscripción y la de la otra mamá o del otro papá se renuevan cada año. El 1 de marzo de 2027 deberá pagar $128.25 por las dos, salvo que antes cambien los precios o los impuestos. Hoy no se cobra nada, así que ese día le pediremos una forma de pago.',
  );
});
