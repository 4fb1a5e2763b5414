import { expect, it } from 'vitest';
import { BUTTONS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { parseLog } from '~tests/servers/server-under-test';
import { serveSite, useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite({ env: { ANALYTICS_CONSENT: 'off' } });

/** Returns the logged purchases of a package. Each test buys a different one. */
function purchasesOf(packageId: string) {
  return server.running.log().flatMap(({ analytics }) => {
    const event = analytics as Record<string, string> | undefined;
    return event?.packageId === packageId && event.familyId ? [event] : [];
  });
}

async function openReview(packageId: string) {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  answers.step3.packageId = packageId;
  await walkTo(browser, 'payment/review', answers);
  return { browser, answers };
}

it('records a subscription once and without personal data for many presses of Pay now', async () => {
  const { browser, answers } = await openReview('2022');
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  await Promise.all(Array.from({ length: 20 }, () => browser.send('POST', action, body.toString())));
  await browser.open('/payment/review');
  await browser.reload();
  const events = purchasesOf('2022');
  expect(events).toMatchObject([{ name: 'subscription created', analyticsPackage: 'PLUS' }]);
  expect(Object.keys(events[0]!).sort()).toEqual(
    [
      'analyticsPackage',
      'anonymousId',
      'currency',
      'familyId',
      'id',
      'name',
      'packageId',
      'transactionId',
      'userId',
    ].sort(),
  );
  const text = JSON.stringify(events);
  for (const typed of Object.values(answers.step1)) {
    if (String(typed).length > 3) expect(text).not.toContain(typed);
  }
});

it('records each checkout view with the backend’s name of the package', async () => {
  await openReview('2011');
  const steps = server.running.log().flatMap(({ analytics }) => {
    const event = analytics as Record<string, string> | undefined;
    return event?.view && event.packageId === '2011' ? [[event.view, event.analyticsPackage]] : [];
  });
  expect(new Set(steps.map(([view]) => view))).toEqual(new Set(['BILLING', 'PAYMENT', 'REVIEW']));
  expect(new Set(steps.map(([, name]) => name))).toEqual(new Set(['ESSENTIALS']));
});

it('records the completed billing view of a visitor whom the country dialog led back to the packages', async () => {
  const site = await serveSite({ env: { ANALYTICS_CONSENT: 'off' } });
  const answers = parentOfMinnesota();
  answers.step1.countryCode = '+44';
  answers.step1.phoneNumber = '2079460958';
  answers.step3.packageId = '2061';
  await walkTo(site.browser, 'payment/billing', answers);
  for (const field of ['country', 'region']) {
    site.browser.fill({ [field]: answers['payment/billing'][field]! });
    await site.browser.press('Update');
  }
  await submitStep(site.browser, 'payment/billing', answers);
  await site.browser.press('OK');
  await submitStep(site.browser, 'step3', { ...answers, step3: { packageId: '2021' } });
  expect(site.browser.page.path).toBe('/payment/method');
  const steps = parseLog(site.log()).flatMap(({ analytics }) => {
    const event = analytics as Record<string, string> | undefined;
    return event?.view ? [[event.name, event.view, event.packageId]] : [];
  });
  expect(steps).toEqual([
    ['checkout step viewed', 'BILLING', '2061'],
    ['checkout step completed', 'BILLING', '2021'],
    ['checkout step viewed', 'PAYMENT', '2021'],
  ]);
});

it('adds the purchase once to the data layer of the receipt, and to no other page', async () => {
  const { browser, answers } = await openReview('2021');
  for (const path of ['/payment/billing', '/payment/method', '/payment/review']) {
    expect((await browser.open(path)).$('script#data-layer')).toHaveLength(0);
  }
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  await browser.send('POST', action, body.toString());
  expect((await browser.open('/credentials')).$('script:not([src])')).toHaveLength(0);
  await submitStep(browser, 'credentials', answers);
  expect(browser.page.$('script:not([src])')).toHaveLength(0);
  // A HEAD request must not use up the event.
  await browser.send('HEAD', browser.urlOf('/receipt'));
  const receipt = await browser.waitForRefresh();
  const layer = receipt.$('script#data-layer[type="application/json"]');
  expect([receipt.path, layer.length, receipt.$('script:not([src])').length]).toEqual(['/receipt', 1, 1]);
  expect(JSON.parse(layer.text())).toEqual({
    event: 'purchase',
    ecommerce: {
      transaction_id: expect.any(String) as string,
      currency: 'USD',
      value: 179.55,
      items: [{ item_id: '2021', quantity: 1 }],
    },
  });
  await expect.poll(async () => (await browser.reload()).$('script').length).toBe(0);
});

it('records a mismatch if the backend ordered another package, and shows no receipt for it', async () => {
  const site = await serveSite({
    env: { ANALYTICS_CONSENT: 'off' },
    trouble: ({ registrations }) => ({
      registrations: {
        async pay(...call) {
          const answer = await registrations.pay(...call);
          if (!('registration' in answer)) return answer;
          return { ...answer, registration: { ...answer.registration, order: { packageId: '2031' } } };
        },
      },
    }),
  });
  const browser = site.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  const events = parseLog(site.log()).flatMap(({ analytics }) => (analytics ? [analytics as object] : []));
  expect(events).toContainEqual(
    expect.objectContaining({ name: 'subscription mismatch', packageId: '2031', selectedPackageId: '2021' }),
  );
  await submitStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).heading).toBe('You have tried to reload your receipt.');
});
