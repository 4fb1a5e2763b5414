import { expect, it } from 'vitest';
import { stepsBefore, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite, useSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite();

/** Makes the backend forget every unpaid sign-up. */
function forgetSignUps(): void {
  withStore(server.running.dataDir, (database) =>
    database.exec('delete from backend_registrations where account_id is null'),
  );
}

const STARTS_AGAIN = 'please start again from the first step';

it.each([
  ['step2', (browser: PlainBrowser) => browser.press('Continue')],
  ['payment/billing', (browser: PlainBrowser) => browser.press('Continue')],
  ['payment/method', (browser: PlainBrowser) => browser.reload()],
  ['payment/review', (browser: PlainBrowser) => browser.reload()],
] as const)('detects a lost registration on %s', async (step, act) => {
  const answers = parentOfMinnesota();
  const browser = server.openBrowser();
  await walkTo(browser, step, answers);
  browser.fill(step === 'payment/review' || step === 'payment/method' ? {} : answers[step]);
  forgetSignUps();
  const page = await act(browser);
  expect(page.path).toBe('/step1');
  expect(page.text('.notice')).toContain(STARTS_AGAIN);
  expect(page.values).toMatchObject({ firstName: answers.step1.firstName, email: answers.step1.email });
});

it('reports on Pay now that nothing was charged, and fills in every step', async () => {
  const answers = parentOfMinnesota();
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', answers);
  forgetSignUps();
  let page = await browser.press('Pay now');
  expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining('nothing was charged')]);
  for (const step of stepsBefore('payment/review').slice(1)) {
    page = await browser.press('Continue');
    expect([page.path, page.errors]).toEqual([`/${step}`, []]);
  }
  page = await submitStep(browser, 'payment/method', answers);
  expect(page.figure('Total')).toBe('$179.55');
  expect((await browser.press('Pay now')).path).toBe('/credentials');
});

it('creates one registration, however often the pricing group cannot be found', async () => {
  let fails = true;
  const site = await serveSite({
    trouble: ({ pricingGroups }) => ({
      pricingGroups: {
        find: (input) => (fails ? Promise.reject(new Error('The backend is down')) : pricingGroups.find(input)),
      },
    }),
  });
  const answers = parentOfMinnesota();
  const { browser } = site;
  await browser.open('/step1');
  for (let presses = 0; presses < 2; presses += 1) {
    const page = await submitStep(browser, 'step1', answers);
    expect([page.path, page.status, page.values.email]).toEqual(['/step1', 502, answers.step1.email]);
  }
  fails = false;
  expect((await submitStep(browser, 'step1', answers)).path).toBe('/step2');
  expect(await site.store.db.selectFrom('backend_registrations').selectAll().execute()).toHaveLength(1);
});

it('detects a lost registration in the coupon look-up if the backend refuses its key', async () => {
  const answers = parentOfMinnesota();
  const browser = server.openBrowser();
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  await walkTo(browser, 'step3', answers);
  expect(browser.page.text('main')).toContain('20% off');
  withStore(server.running.dataDir, (database) =>
    database.exec("update backend_registrations set key_hash = 'another'"),
  );
  const page = await browser.reload();
  expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining(STARTS_AGAIN)]);
  expect(page.values.firstName).toBe(answers.step1.firstName);
});
