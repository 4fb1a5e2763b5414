import type { Page } from '~tests/browser/plain-page';
import { pays } from './expected-price';
import { move } from './move';
import type { Truth } from './truth';
import type { Visit } from './visit';

/** A review that stays open in another tab while its visitor continues elsewhere. */
export interface OldReview {
  page: Page;
  /** The answers when it was shown. */
  said: string;
}

export const leaveReview = () =>
  move('leaveReview', [], async (visit) => {
    const page = await visit.openWindow().open(visit.pathOf('payment/review'));
    if (visit.screenOf(page) === 'payment/review' && page.$('.review-list').length > 0)
      visit.oldReview = { page, said: saidIn(visit.truth) };
  });

/** Presses Pay now on the old review: it buys what it shows, or nothing. */
export const pressOldReview = () =>
  move('pressOldReview', [], async (visit) => {
    const { oldReview, truth, world } = visit;
    if (!oldReview) return;
    visit.oldReview = undefined;
    const { page, said } = oldReview;
    if (page.$('[name=termsAndConditions]').length > 0) page.fill({ termsAndConditions: true });
    const { action, body } = page.submission(page.defaultButton());
    const now = saidIn(truth);
    visit.reviewed = { total: page.text('.figures .total dd') };
    await visit.look(() => visit.browser.post(action.pathname, body.toString()));
    truth.isPaid = visit.screenOf(visit.page) === 'credentials';
    const paid = await world.findPaid(visit.email);
    visit.rules.hold('asShown', (paid !== undefined) === truth.isPaid, () => `${visit.page.describe()} was led to`);
    if (truth.isPaid) return visit.rules.equal('asShown', 'what the old review bought', now, said);
    checkTold(visit, { isSame: now === said });
    visit.cameBack = visit.page;
  });

/** Expects an explanation when the review is shown again. */
function checkTold(visit: Visit, { isSame }: { isSame: boolean }): void {
  const { page, truth } = visit;
  if (visit.screenOf(page) !== 'payment/review' || page.$('.review-list').length === 0) return;
  visit.rules.hold('asShown', !isSame || truth.isGone, () => `nothing has changed, and ${page.describe()} says so`);
  visit.rules.hold('asShown', page.errors.length > 1, () => `${page.describe()} says only ${page.errors.join(' | ')}`);
}

/** Returns all answers on a review, as one text. */
function saidIn({ contact, place, order, codes, paysForCoParent, card, cardsEntered }: Truth): string {
  const { timezone: _unseen, ...address } = place ?? { timezone: '' };
  const counted = codes.map((code) => [code.code, order && pays(code, order)]);
  return JSON.stringify([contact, address, order, counted, paysForCoParent, card, cardsEntered]);
}
