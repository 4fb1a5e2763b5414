import { currencyOf } from './expected-price';
import { fillCard } from './fill-in';
import { move } from './move';
import type { Visit } from './visit';

/** Moves on the payment view. */

const APPLY = '#answers button[name=intent][value=apply-code]';

async function openMethod(visit: Visit): Promise<boolean> {
  return !visit.truth.isGone && (await visit.goTo('payment/method'));
}

export const card = (which: 'approved' | 'approvedMastercard') =>
  move('card', [which], async (visit) => {
    if (!(await visit.goTo('payment/method')) || visit.page.$('[name=cardNumber]').length === 0) return;
    await fillCard(visit, which);
  });

/** Enters a valid card with an unknown code. */
export const cardWithWrongCode = () =>
  move('cardWithWrongCode', [], async (visit) => {
    if (!(await openMethod(visit)) || visit.page.$('[name=cardNumber]').length === 0) return;
    await fillCard(visit, 'approved', { subscriptionCode: 'NO-SUCH-CODE' });
    visit.rules.hold('kept', visit.page.text('main').includes('1111'), () => 'the card is lost after a wrong code');
    visit.truth.card = '1111';
    visit.truth.cardsEntered += 1;
  });

/** Applies a code of the order's currency. @param amount minor units */
export const applyCode = (amount: number) =>
  move('applyCode', [amount], async (visit) => {
    const { truth, world } = visit;
    if (!(await openMethod(visit))) return;
    const currency = truth.order ? currencyOf(truth.order) : 'USD';
    const code = await world.addCode(amount, currency);
    visit.page.fill({ subscriptionCode: code });
    await visit.look(() => visit.press(APPLY));
    visit.rules.hold('codes', visit.page.text('.code').includes(code), () => `${code} was not accepted`);
    truth.codes = [...truth.codes, { code, amount, currency }];
  });

export const removeCode = () =>
  move('removeCode', [], async (visit) => {
    if (visit.truth.codes.length === 0 || !(await openMethod(visit))) return;
    await visit.look(() => visit.press('#answers button[value^=remove-code]'));
    visit.truth.codes = visit.truth.codes.slice(1);
  });

/** Lets another buyer spend an accepted code. */
export const spendCode = () =>
  move('spendCode', [], async ({ truth, world }) => {
    const accepted = truth.codes.find(({ amount }) => amount > 0);
    if (!accepted || truth.isPaid) return;
    await world.spendCode(accepted.code);
    accepted.amount = 0;
  });

/** Ticks or unticks the co-parent's checkbox. */
export const payForCoParent = (isPayingForCoparent: boolean) =>
  move('payForCoParent', [isPayingForCoparent], async (visit) => {
    if (visit.journey === 'invited' || !(await openMethod(visit))) return;
    visit.page.fill({ isPayingForCoparent });
    await visit.look(() => visit.press(APPLY));
    visit.truth.paysForCoParent = isPayingForCoparent;
  });
