import { BASE_PATH } from '~/domain/base-path';
import { findForm } from '~/steps';
import type { Typed } from '~tests/browser/plain-page';
import { acceptDialog, fillBilling, fillCard, fillFamily, fillFirstStep } from './fill-in';
import { pays } from './expected-price';
import { checkPage } from './pages-show';
import { PLACES, type PlaceName } from './places';
import { DIALOG, type Screen } from './screens';
import type { Visit } from './visit';

/** No journey has as many pages, even with a dialog and a new start. */
const MAX_PAGES = 16;

/** Submits the open page as most visitors would. */
export async function goOn(visit: Visit): Promise<void> {
  const { page, id } = visit;
  if (page.path === '/duplicate') return void (await visit.look(() => visit.press('main form button')));
  if (page.status === 409) {
    const link = page.$('main a.button.primary').attr('href')!;
    return void (await visit.look(() => visit.browser.open(link.slice(BASE_PATH.length))));
  }
  const form = findForm('parent', page.path.slice(1));
  if (form && visit.screenOf(page) === undefined) return visit.send(form.samples.right as Typed);
  switch (visit.screenOf(page)) {
    case 'step1':
      return fillFirstStep(
        visit,
        page.values.email === 'taken@example.com' ? { email: `another.${id}@example.com` } : {},
      );
    case 'step2':
      return fillFamily(
        visit,
        page.values.email === 'known.coparent@example.com' ? { email: `ben.${id}@example.com` } : {},
      );
    case 'packages':
      return visit.send({ packageId: packageOn(visit) });
    case 'build':
      return visit.send({ subscription: 'SUB1YEAR' });
    case 'payment/billing':
      return page.$(DIALOG).length > 0 ? acceptDialog(visit) : fillBilling(visit, placeOn(visit));
    case 'payment/method':
      await removeInvalidCodes(visit);
      if (page.$('[name=cardNumber]').length > 0 && visit.truth.card === undefined) return fillCard(visit, 'approved');
      return visit.send({});
    case 'payment/review':
      return payNow(visit);
    case 'credentials':
    case undefined:
      // The welcome page of an invited parent, or a landing page.
      if (await visit.goTo('step1')) await fillFirstStep(visit, {});
  }
}

/** Removes the codes that another buyer spent or that are in another currency, because they lock the review. */
async function removeInvalidCodes(visit: Visit): Promise<void> {
  const { truth } = visit;
  const { order } = truth;
  if (!order) return;
  for (const { code } of truth.codes.filter((one) => !pays(one, order)))
    await visit.look(() => visit.press(`#answers button[value="remove-code ${code}"]`));
  truth.codes = truth.codes.filter((one) => pays(one, order));
}

/** Continues to a screen. @returns the number of answered pages @throws BrokenRule if it cannot be reached */
export async function goOnTo(visit: Visit, goal: Screen): Promise<number> {
  if (!visit.has(goal) || visit.truth.isPaid) return 0;
  let isThere = await visit.goTo(goal);
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (visit.truth.isPaid || isThere) return pages;
    const { page } = visit;
    checkPage(visit, page);
    await goOn(visit);
    isThere = visit.screenOf(visit.page) === goal || (visit.page.path === page.path && (await visit.goTo(goal)));
  }
  visit.rules.hold('end', await visit.goTo(goal), () => `${goal} is not open after ${MAX_PAGES} pages`);
  return MAX_PAGES;
}

/** Continues until the order is paid. @throws BrokenRule if Pay now has no effect */
export async function payInTheEnd(visit: Visit): Promise<void> {
  for (let tries = 0; tries < MAX_PAGES && !visit.truth.isPaid; tries += 1) {
    if (await visit.goTo('payment/review')) await payNow(visit);
    else {
      checkPage(visit, visit.page);
      await goOn(visit);
    }
  }
  visit.rules.hold('end', visit.truth.isPaid, () => `the order is not paid after ${MAX_PAGES} pages`);
}

export async function payNow(visit: Visit): Promise<void> {
  const { page } = visit;
  visit.reviewed = { total: page.text('.figures .total dd') };
  await visit.send(page.$('[name=termsAndConditions]').length > 0 ? { termsAndConditions: true } : {});
}

function packageOn({ page, truth }: Visit): string {
  const available = page
    .$('input[name=packageId]')
    .toArray()
    .map(({ attribs }) => String(attribs.value));
  const wanted = truth.order?.packageId ?? '2021';
  return available.includes(wanted) ? wanted : (available.find((id) => id !== '2041') ?? '');
}

/** Returns the entered address, or one in the selected country. */
function placeOn({ page, truth }: Visit): PlaceName {
  const names = Object.keys(PLACES) as PlaceName[];
  const { billingAddress, country } = page.values;
  const street = billingAddress || truth.place?.billingAddress;
  return (
    names.find((name) => PLACES[name].billingAddress === street) ??
    names.find((name) => PLACES[name].country === country) ??
    'minnesota'
  );
}
