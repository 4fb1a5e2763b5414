import { createHash } from 'node:crypto';
import common from './app.css?inline';
import billing from './billing.css?inline';
import demo from './demo.css?inline';
import ownPackage from './own-package.css?inline';
import packages from './packages.css?inline';
import payment from './payment.css?inline';
import print from './print.css?inline';
import professional from './professional.css?inline';
import receipt from './receipt-sheet.css?inline';
import review from './review.css?inline';
import screens from './screens.css?inline';

export interface Stylesheet {
  text: string;
  /** For the Content-Security-Policy. */
  hash: string;
}

/** The name of a stylesheet. */
export type Sheet = keyof ReturnType<typeof buildStylesheets>;

/**
 * The pages' stylesheets with the brand's colour. `screens` is for most pages. The others have the rules of one screen, because of the byte
 * budgets, and `demo` has those of almost all (`RouteHandle.sheet`).
 *
 * @param brandColor a hex colour with a contrast of 4.5:1 or more on white
 * @param idleMinutes how long answers are kept without a step
 */
export function buildStylesheets(brandColor: string, idleMinutes: number) {
  const make = (...parts: string[]): Stylesheet => {
    const text = [`:root{--brand:${brandColor};--remind:${remindAfter(idleMinutes)}s}`, ...parts].join('');
    return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
  };
  return {
    screens: make(common, screens, print),
    ownPackage: make(common, ownPackage, print),
    packages: make(common, packages, print),
    billing: make(common, billing, print),
    payment: make(common, payment, print),
    professional: make(common, professional, print),
    receipt: make(common, receipt, print),
    review: make(common, review, print),
    demo: make(common, screens, packages, demo),
  };
}

/**
 * Seconds after which a page offers more time. The visitor then has 20 minutes left, plus 5 because not every page view extends the stored
 * expiry. With a short timeout, half of it is left.
 */
function remindAfter(idleMinutes: number): number {
  return (idleMinutes - Math.min(25, idleMinutes / 2)) * 60;
}
