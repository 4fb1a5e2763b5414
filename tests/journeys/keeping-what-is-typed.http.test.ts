import { expect, it } from 'vitest';
import { CARDS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

it('shows the accepted answer on the review after Back from a changed form', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  await browser.open('/payment/billing');
  browser.fill({ city: 'Duluth' });
  await browser.press('Back');
  expect((await browser.open('/payment/review')).figure('Billing')).toContain('Saint Paul');
  expect((await browser.open('/payment/billing')).values.city).toBe('Duluth');
});

it('does not tick a box of the review again that was unticked before the card was declined', async () => {
  const browser = server.openBrowser();
  const answers = parentOfLondon();
  const approved = { ...answers['payment/method'] };
  Object.assign(answers['payment/method'], CARDS.declined);
  await walkTo(browser, 'payment/review', answers);
  browser.fill({ termsAndConditions: true, marketingOptIn: true });
  await browser.press('Back');
  const review = await browser.open('/payment/review');
  expect(review.values).toMatchObject({ termsAndConditions: 'on', marketingOptIn: 'on' });
  browser.fill({ termsAndConditions: false, marketingOptIn: false });
  await browser.press('Back');
  expect((await browser.open('/payment/review')).values).not.toHaveProperty('termsAndConditions');
  expect(browser.page.values).not.toHaveProperty('marketingOptIn');
  browser.fill({ termsAndConditions: true });
  expect((await browser.press('Pay now')).path).toBe('/payment/method');
  browser.fill(approved);
  const again = await browser.press('Continue');
  expect([again.path, again.values.marketingOptIn]).toEqual(['/payment/review', undefined]);
  expect(again.values.termsAndConditions).toBe('on');
});

it.each(['English (UK)', 'Add Child', 'I need more time', 'Back'])(
  'asks to check a calling code typed with the number only at Continue, after: %s',
  async (button) => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    const typed = { ...answers.step2, countryCode: '+1', phoneNumber: '+44 20 7946 0958' };
    browser.fill(typed);
    let page = await browser.press(button);
    if (page.path === '/step1') page = await browser.open('/step2');
    expect(page.values).toMatchObject({ countryCode: '+1', phoneNumber: typed.phoneNumber });
    const checked = await browser.press('Continue');
    expect([checked.status, checked.errorOf('phoneNumber')]).toEqual([422, expect.stringContaining('check both')]);
    expect(checked.values).toMatchObject({ countryCode: '+44', phoneNumber: '2079460958' });
  },
);

const WITHOUT_FORM = ['/signup', '/coparentstatus', '/receipt', '/demo', '/nowhere'];
it.each(WITHOUT_FORM)('shows %s, which has no form, in another language', async (path) => {
  const browser = server.openBrowser();
  const { heading } = await browser.open(path);
  const page = await browser.press('English (UK)');
  expect([page.path, page.heading, page.$('html').attr('lang')]).toEqual([path, heading, 'en-GB']);
});

it('keeps the query of the co-parent status page, too', async () => {
  const browser = server.openBrowser();
  await browser.open('/coparentstatus?account=yes');
  expect((await browser.press('English (UK)')).path).toBe('/coparentstatus?account=yes');
});

it('keeps the chosen language, even if the browser prefers another one', async () => {
  const browser = server.openBrowser('es-MX');
  expect((await browser.open('/signup')).$('html').attr('lang')).toBe('es');
  await browser.press('English (UK)');
  expect((await browser.open('/step1')).$('html').attr('lang')).toBe('en-GB');
});
