import type { Typed } from '~tests/browser/plain-page';
import { acceptDialog, fillBilling, fillFamily, fillFirstStep, typedOf, type Correction } from './fill-in';
import { goOn, goOnTo, payNow } from './go-on';
import { move } from './move';
import type { PlaceName } from './places';
import type { Screen } from './screens';

/** Moves of a visitor who fills in forms and corrects answers. A move has no effect if its screen is not open yet. */

/** Walks to a screen as most visitors would. */
export const until = (screen: Screen) => move('until', [screen], async (visit) => void (await goOnTo(visit, screen)));

/** Submits the open page as most visitors would. */
export const onwards = () => move('onwards', [], (visit) => (visit.truth.isPaid ? Promise.resolve() : goOn(visit)));

export const contact = (correction: Correction = {}) =>
  move('contact', [correction], async (visit) => {
    if (await visit.goTo('step1')) await fillFirstStep(visit, typedOf(correction, visit));
  });

/** Enters an e-mail that has an account. */
export const takenEmail = () =>
  move('takenEmail', [], async (visit) => {
    if (await visit.goTo('step1')) await fillFirstStep(visit, { email: 'taken@example.com' });
  });

export const family = (coParent: { firstName?: string; lastName?: string } = {}) =>
  move('family', [coParent], async (visit) => {
    if (await visit.goTo('step2')) await fillFamily(visit, coParent);
  });

/** Enters a co-parent with an account, and continues despite the warning. */
export const knownCoParent = () =>
  move('knownCoParent', [], async (visit) => {
    if (!(await visit.goTo('step2'))) return;
    await fillFamily(visit, { email: 'known.coparent@example.com' });
    if (visit.screenOf(visit.page) === 'step2') await visit.send({});
  });

/** Chooses a package if it is available. */
export const choose = (packageId: string) =>
  move('choose', [packageId], async (visit) => {
    if (!(await visit.goTo('packages'))) return;
    if (visit.page.$(`input[name=packageId][value='${packageId}']`).length > 0) await visit.send({ packageId });
  });

/** Builds a package if that is available. */
export const build = (subscription: 'SUB1YEAR' | 'SUB2YEAR', tonemeter: string[], unlimitedPayments: boolean) =>
  move('build', [subscription, tonemeter, unlimitedPayments], async (visit) => {
    if (!(await visit.goTo('packages'))) return;
    if (visit.page.$("input[name=packageId][value='2041']").length === 0) return;
    await visit.send({ packageId: '2041' });
    if (await visit.goTo('build')) await visit.send({ subscription, tonemeter, unlimitedPayments });
  });

/** Fills in billing, and may correct the contact with Change before. */
export const billing = (place: PlaceName, correction: Correction = {}) =>
  move('billing', [place, correction], async (visit) => {
    if (!(await visit.goTo('payment/billing'))) return;
    if (Object.keys(correction).length > 0 && visit.page.$('[inert]').length === 0) {
      const typed = visit.page.values;
      await visit.look(() => visit.press('#answers button[value=step1]'));
      visit.truth.unsent['payment/billing'] = typed;
      if (visit.screenOf(visit.page) === 'step1') await fillFirstStep(visit, typedOf(correction, visit));
      if (!(await visit.goTo('payment/billing'))) return;
    }
    await fillBilling(visit, place);
  });

/** Confirms the dialog about the billing country. */
export const confirmDialog = () =>
  move('confirmDialog', [], async (visit) => {
    if (await visit.goTo('payment/billing')) await acceptDialog(visit);
  });

/** Types values, and presses Back. */
export const back = (screen: 'step2' | 'payment/billing', typed: Typed) =>
  move('back', [screen, typed], async (visit) => {
    if (!(await visit.goTo(screen)) || visit.page.$('[inert]').length > 0) return;
    visit.page.fill(typed);
    const posted = visit.page.values;
    await visit.look(() => visit.press('#answers button[value=back]'));
    visit.truth.unsent[screen] = posted;
  });

export const pay = () =>
  move('pay', [], async (visit) => {
    if (await visit.goTo('payment/review')) await payNow(visit);
  });
