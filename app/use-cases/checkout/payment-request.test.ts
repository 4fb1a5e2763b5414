import { describe, expect, it } from 'vitest';
import type { With } from '~/journeys/join-state';
import { answersBehind, APPROVAL, IN_LONDON, VISA } from '~tests/walks/parent-moves';
import { paymentRequestOf } from './shown-review.server';
import type { RequestContext } from '~/server/request/request-context.server';

const context = { anonymousId: 'visitor-1' } as RequestContext;
const state = {
  lastCompletedStep: 3,
  lastCompletedPaymentStep: 2,
  ...answersBehind({ lastCompletedStep: 3, lastCompletedPaymentStep: 2 }),
} as With<'order' | 'parent'>;
const shown = { total: 12825, tax: 825, taxId: 'sample-US-MN', marketingOptIn: true };

describe('a payment request', () => {
  it('contains the displayed amounts and the backend’s tax id', () => {
    const { payment } = paymentRequestOf(context, state, shown);
    expect(payment).toMatchObject({
      amountDisplayed: 12825,
      taxAmountDisplayed: 825,
      taxId: 'sample-US-MN',
      nonce: VISA.nonce,
      cardHolderName: VISA.cardHolderName,
      paymentType: 'creditCard',
    });
  });

  it('contains a wallet’s approval instead of a card', () => {
    const { payment } = paymentRequestOf(context, { ...state, card: undefined, paypal: APPROVAL }, shown);
    expect(payment).toMatchObject({ nonce: APPROVAL.nonce, cardHolderName: null, paymentType: 'paypal' });
  });

  it('contains no card if nothing is due', () => {
    const { payment } = paymentRequestOf(context, state, { ...shown, total: 0, tax: 0 });
    expect(payment).toMatchObject({ nonce: null, cardHolderName: null, amountDisplayed: 0 });
  });

  it('prices a British order as British', () => {
    const localeOf = (changed: typeof state) => paymentRequestOf(context, changed, shown).payment.pricingLocale;
    expect([localeOf({ ...state, billing: IN_LONDON }), localeOf(state)]).toEqual(['UK', 'US']);
  });

  it.each([true, false])(
    'says whether the parent continued past the warning about the co-parent: %s',
    (isConfirmed) => {
      const { coParentDuplicateConfirmed } = paymentRequestOf(
        context,
        { ...state, coParentDuplicateConfirmed: isConfirmed },
        shown,
      );
      expect(coParentDuplicateConfirmed).toBe(isConfirmed);
    },
  );
});
