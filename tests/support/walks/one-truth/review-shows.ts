import type { Page } from '~tests/browser/plain-page';
import { expectedPrice, pays } from './expected-price';
import { spokenPhone } from './places';
import type { Visit } from './visit';

/** Holds the review against what was said, and its price against the price list. */
export function reviewShows(visit: Visit, page: Page): void {
  const { contact, place, order, codes, paysForCoParent } = visit.truth;
  if (!contact || !place) return;
  const [email = '', billing = ''] = page.texts('.review-list dt + dd');
  visit.rules.equal('shown', 'the e-mail on the review', email, contact.email);
  const { billingAddress, city, postalCode } = place;
  const name = `${contact.firstName} ${contact.lastName}`;
  for (const part of [name, billingAddress, city, postalCode])
    visit.rules.hold('shown', billing.includes(part), () => `the review says ${billing}, and not ${part}`);
  const phone = spokenPhone(contact);
  const isSaid = digitsOf(billing).endsWith(digitsOf(phone));
  visit.rules.hold('shown', isSaid, () => `the review says ${billing}, and not ${phone}`);
  if (!order) return;
  for (const code of codes) {
    const isNamed = page.text('.notice').includes(code.code);
    const found = isNamed ? 'is said to pay nothing' : 'is not said to pay nothing';
    visit.rules.hold('codes', isNamed !== pays(code, order), () => `${code.code} ${found} for ${order.packageId}`);
  }
  const expected = expectedPrice(order, place, { codes, paysForCoParent });
  visit.rules.hold(
    'money',
    visit.sells(order.packageId, place.country),
    () => `package ${order.packageId} is to be paid in ${place.country}`,
  );
  const found = { tax: minorUnits(page, 'div:has(+ .total) dd'), total: minorUnits(page, '.total dd') };
  visit.rules.equal('money', `the price of ${order.packageId} in ${place.country} ${place.region ?? ''}`, found, {
    tax: expected.tax,
    total: expected.total,
  });
  const symbol = expected.currency === 'GBP' ? '£' : '$';
  visit.rules.hold(
    'money',
    page.text('.figures .total dd').includes(symbol),
    () => `the total is no ${expected.currency}`,
  );
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Of an amount among the figures; every amount has two decimals. */
function minorUnits(page: Page, selector: string): number {
  return Number(digitsOf(page.text(`.figures ${selector}`)));
}
