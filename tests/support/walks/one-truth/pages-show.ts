import type { Page } from '~tests/browser/plain-page';
import { packagesSoldIn, expectedPrice, pays } from './expected-price';
import { COUNTRY_OF_CODE, spokenPhone } from './places';
import type { Rule } from './rules';
import type { FormValues } from './truth';
import { DIALOG, type Screen } from './screens';
import type { Visit } from './visit';

/** Compares the review with the answers, and its price with the price list. */
function reviewShows(visit: Visit, page: Page): void {
  const { contact, place, order, codes, paysForCoParent } = visit.truth;
  if (!contact || !place) return;
  const [email = '', billing = ''] = page.texts('.review-list dt + dd');
  visit.rules.equal('shown', 'the e-mail on the review', email, contact.email);
  const { billingAddress, city, postalCode } = place;
  for (const part of [billingAddress, city, postalCode])
    visit.rules.hold('shown', billing.includes(part), () => `the review shows ${billing} without ${part}`);
  if (!order) return;
  for (const code of codes) {
    const isNamed = page.text('.notice').includes(code.code);
    const found = isNamed ? 'has a notice that it has no effect' : 'has no notice';
    visit.rules.hold('codes', isNamed !== pays(code, order), () => `${code.code} ${found} for ${order.packageId}`);
  }
  const expected = expectedPrice(order, place, { codes, paysForCoParent });
  visit.rules.hold(
    'money',
    visit.sells(order.packageId, place.country),
    () => `package ${order.packageId} is on the review with an address in ${place.country}`,
  );
  // Tax is added above the total; VAT is part of it, and below.
  const taxRow = expected.currency === 'GBP' ? '.total + .later dd' : 'div:has(+ .total) dd';
  const found = { tax: minorUnits(page, taxRow), total: minorUnits(page, '.total dd') };
  visit.rules.equal('money', `the price of ${order.packageId} in ${place.country} ${place.region ?? ''}`, found, {
    tax: expected.tax,
    total: expected.total,
  });
  const symbol = expected.currency === 'GBP' ? '£' : '$';
  visit.rules.hold(
    'money',
    page.text('.figures .total dd').includes(symbol),
    () => `the total is not in ${expected.currency}`,
  );
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns an amount of the figures. Every amount has two decimals. */
function minorUnits(page: Page, selector: string): number {
  return Number(digitsOf(page.text(`.figures ${selector}`)));
}

const SURVEYED: readonly Screen[] = [
  'step1',
  'step2',
  'packages',
  'payment/billing',
  'payment/method',
  'payment/review',
];

/** Opens every screen that is open, and compares it with the answers. */
export async function surveyPages(visit: Visit): Promise<void> {
  const other = visit.openWindow();
  for (const screen of SURVEYED.filter((each) => visit.has(each))) {
    const page = await visit.lookIn(other, screen);
    if (visit.screenOf(page) === screen || visit.truth.isGone) checkPage(visit, page);
    else
      visit.rules.hold(
        'shown',
        !isAnswered(visit, screen),
        () => `${screen} was answered, but cannot be opened any more`,
      );
  }
}

/** Returns whether a screen has a valid answer. */
function isAnswered({ truth }: Visit, screen: Screen): boolean {
  const { isRegistered, startedAgain, family, order, place } = truth;
  if (!isRegistered || startedAgain) return false;
  if (screen === 'step2') return family !== undefined;
  if (screen === 'packages') return order !== undefined;
  return screen === 'step1' || (screen === 'payment/billing' && order !== undefined && place !== undefined);
}

/** @throws BrokenRule if the page does not show the answers */
export function checkPage(visit: Visit, page: Page): void {
  const screen = visit.screenOf(page);
  if (screen) CHECKS[screen]?.(visit, page);
}

const CHECKS: Partial<Record<Screen, (visit: Visit, page: Page) => void>> = {
  step1(visit, page) {
    showsContact(visit, page);
    const { email } = visit.truth.unsent.step1 ?? visit.truth.contact ?? {};
    if (email !== undefined) visit.rules.equal(ruleOf(visit, 'step1'), 'the e-mail on step1', page.values.email, email);
  },
  step2(visit, page) {
    const posted = visit.truth.unsent.step2 ?? visit.truth.family;
    if (posted) showsFields(visit, page, posted, 'step2');
  },
  packages(visit, page) {
    const { truth } = visit;
    visit.rules.hold(
      'gone',
      !truth.isGone || !page.html.includes('could not work out the price'),
      () => 'the registration is gone, but the page reports an unavailable price',
    );
    const country = truth.place?.country ?? COUNTRY_OF_CODE[truth.contact?.countryCode ?? ''];
    if (!country || truth.startedAgain) return;
    const inputs = page.$('input[name=packageId]').toArray();
    const ids = inputs.map(({ attribs }) => String(attribs.value));
    visit.rules.equal(
      'offer',
      `the available packages in ${country}`,
      ids.toSorted(),
      packagesSoldIn(country, visit.world).toSorted(),
    );
    // Without an address, a phone of another country removes the package from the list. The package of the dialog stays until the visitor
    // chooses another one.
    if (truth.order && !ids.includes(truth.order.packageId) && !isDialogOpen(visit)) truth.order = undefined;
    if (truth.order && ids.includes(truth.order.packageId))
      visit.rules.equal('shown', 'the chosen package', page.values.packageId, truth.order.packageId);
  },
  'payment/billing'(visit, page) {
    const { truth } = visit;
    const dialog = page.$(DIALOG).length > 0;
    if (truth.place && truth.order) {
      const isSold = visit.sells(truth.order.packageId, truth.place.country);
      const subject = `package ${truth.order.packageId} in ${truth.place.country}`;
      if (dialog || !truth.startedAgain)
        visit.rules.hold(
          'dialog',
          dialog !== isSold,
          () => `${subject}: ${dialog ? 'the dialog is open' : 'the dialog is missing'}`,
        );
    }
    if (truth.contact && !truth.startedAgain) {
      const { firstName, lastName, email } = truth.contact;
      const [name, mail, phone = ''] = page.texts('#contact span');
      visit.rules.equal('shown', 'the contact on billing', [name, mail], [`${firstName} ${lastName}`, email]);
      const isShown = digitsOf(phone).endsWith(digitsOf(spokenPhone(truth.contact)));
      visit.rules.hold('shown', isShown, () => `billing shows ${phone}`);
    }
    const posted = truth.unsent['payment/billing'] ?? (truth.place && { ...truth.place });
    if (posted) showsFields(visit, page, posted, 'payment/billing');
    else if (truth.contact)
      visit.rules.equal(
        'begin',
        'the country to begin with',
        page.values.country,
        COUNTRY_OF_CODE[truth.contact.countryCode],
      );
  },
  'payment/method'(visit, page) {
    const { truth } = visit;
    const shown = page.texts('.code strong');
    visit.rules.equal(
      'codes',
      'the accepted codes',
      shown,
      truth.codes.map(({ code }) => code),
    );
    if (truth.card)
      visit.rules.hold(
        'kept',
        page.text('main').includes(truth.card) || page.$('[name=cardNumber]').length === 0,
        () => `the card ${truth.card} is gone`,
      );
  },
  'payment/review': reviewShows,
};

function isDialogOpen(visit: Visit): boolean {
  const { place, order } = visit.truth;
  return place !== undefined && order !== undefined && !visit.sells(order.packageId, place.country);
}

/** Returns the rule that a wrong page breaks: that of displayed answers, or that of lost input after a new start. */
function ruleOf({ truth }: Visit, screen: Screen): Rule {
  return truth.startedAgain || truth.isGone || truth.unsent[screen] ? 'kept' : 'shown';
}

function showsContact(visit: Visit, page: Page): void {
  const screen = 'step1';
  const { unsent, contact } = visit.truth;
  const posted: Record<string, unknown> | undefined = unsent[screen] ?? contact;
  if (!posted) return;
  const { values } = page;
  const rule = ruleOf(visit, screen);
  const found = [values.firstName, values.lastName, phoneIn(values)];
  // The page may show answers accepted elsewhere, which are newer than an unsent form.
  const accepted = contact && [contact.firstName, contact.lastName, phoneIn({ ...contact })];
  if (unsent[screen] && JSON.stringify(found) === JSON.stringify(accepted)) return;
  visit.rules.equal(rule, `the contact on ${screen}`, found, [posted.firstName, posted.lastName, phoneIn(posted)]);
  if (unsent[screen]) return;
  const stored = `${String(values.countryCode)} ${String(values.phoneNumber)}`;
  visit.rules.equal('number', `the phone on ${screen}`, stored, phoneIn(posted));
}

function phoneIn(posted: Record<string, unknown>): string {
  return spokenPhone({ countryCode: String(posted.countryCode), phoneNumber: String(posted.phoneNumber) });
}

function showsFields(visit: Visit, page: Page, posted: FormValues | Record<string, unknown>, screen: Screen): void {
  const { values } = page;
  for (const [name, value] of Object.entries(posted)) {
    if (name === 'shownCountry' || name === 'shown' || name === 'confirmedDuplicate') continue;
    visit.rules.equal(ruleOf(visit, screen), `${name} on ${screen}`, values[name] ?? '', value);
  }
}
