import type { Typed } from '~tests/browser/plain-page';
import type { Correction } from './fill-in';
import { move } from './move';

/** Moves that interrupt a visitor. */

/** Types values, changes the language, and continues. */
export const language = (code: 'en' | 'es' | 'en-GB', typed: Typed = {}) =>
  move('language', [code, typed], async (visit) => {
    const button = `button[name=language][value='${code}']`;
    if (visit.truth.isGone || visit.page.$(button).length === 0 || visit.page.$('[inert]').length > 0) return;
    const known = Object.fromEntries(Object.entries(typed).filter(([name]) => name in visit.page.values));
    visit.page.fill(known);
    const posted = visit.page.values;
    const screen = visit.screenOf(visit.page);
    await visit.look(() => visit.press(button));
    // In a sign-up that has begun again, the page leads to the first step, and its values become a draft.
    if (screen && visit.screenOf(visit.page) !== screen) return void (visit.truth.unsent[screen] = posted);
    visit.checkReturned(posted);
    if (Object.keys(known).length > 0) await visit.send({});
  });

/** Opens a screen in another tab. */
export const otherTab = (screen: 'step1' | 'step2' | 'payment/billing') =>
  move('otherTab', [screen], async (visit) => {
    if (!visit.has(screen)) return;
    const page = await visit.openWindow().open(visit.pathOf(screen));
    if (visit.screenOf(page) === screen && page.$('[inert]').length === 0) visit.otherTab = { screen, page };
  });

/** Submits the form of the other tab with a correction. */
export const sendOtherTab = (correction: Pick<Correction, 'firstName' | 'lastName'>) =>
  move('sendOtherTab', [correction], (visit) => visit.sendOtherTab(correction));

/** Makes the backend lose the registration. */
export const loseRegistration = () =>
  move('loseRegistration', [], async ({ truth, world, journey, email }) => {
    if (journey === 'invited' || !truth.isRegistered || truth.isGone || truth.isPaid) return;
    await world.forgetRegistrations(email);
    truth.isGone = true;
  });
