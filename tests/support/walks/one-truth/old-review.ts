import type { Page } from '~tests/browser/plain-page';
import { pays } from './expected-price';
import { move } from './move';
import type { Truth } from './truth';
import type { Visit } from './visit';

/** A review that stays open in another tab while the visitor continues. */
export interface OldReview {
  page: Page;
  /** The answers when the review was shown. */
  answers: string;
}

export const leaveReview = () =>
  move('leaveReview', [], async (visit) => {
    const page = await visit.openWindow().open(visit.pathOf('payment/review'));
    if (visit.screenOf(page) === 'payment/review' && page.$('.review-list').length > 0)
      visit.oldReview = { page, answers: answersIn(visit.truth) };
  });

/** Presses Pay now on the old review, which must buy the order that it shows, or nothing. */
export const pressOldReview = () =>
  move('pressOldReview', [], async (visit) => {
    const { oldReview, truth, world } = visit;
    if (!oldReview) return;
    visit.oldReview = undefined;
    const { page, answers } = oldReview;
    if (page.$('[name=termsAndConditions]').length > 0) page.fill({ termsAndConditions: true });
    const { action, body } = page.submission(page.defaultButton());
    const now = answersIn(truth);
    visit.reviewed = { total: page.text('.figures .total dd') };
    await visit.look(() => visit.browser.post(action.pathname, body.toString()));
    truth.isPaid = visit.screenOf(visit.page) === 'credentials';
    const paid = await world.findPaid(visit.email);
    visit.rules.hold(
      'asShown',
      (paid !== undefined) === truth.isPaid,
      () => `the press opened ${visit.page.describe()}`,
    );
    if (truth.isPaid) return visit.rules.equal('asShown', 'what the old review bought', now, answers);
    checkExplanation(visit, { isSame: now === answers });
    visit.returned = visit.page;
  });

/** Expects an explanation if the review is shown again. */
function checkExplanation(visit: Visit, { isSame }: { isSame: boolean }): void {
  const { page, truth } = visit;
  if (visit.screenOf(page) !== 'payment/review' || page.$('.review-list').length === 0) return;
  visit.rules.hold(
    'asShown',
    !isSame || truth.isGone,
    () => `nothing has changed, but ${page.describe()} was returned`,
  );
  visit.rules.hold(
    'asShown',
    page.errors.length > 1,
    () => `${page.describe()} has only the errors ${page.errors.join(' | ')}`,
  );
}

/** Returns the answers on a review as one text. */
function answersIn({ contact, place, order, codes, paysForCoParent, card, cardsEntered }: Truth): string {
  const { timezone: _unseen, ...address } = place ?? { timezone: '' };
  const counted = codes.map((code) => [code.code, order && pays(code, order)]);
  return JSON.stringify([contact, address, order, counted, paysForCoParent, card, cardsEntered]);
}
