import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite({ env: { CARD_ENTRY_WITHOUT_JS: 'off' } });
const NUMBER = '4111111111111111';

it('shows no card fields, and explains how to pay', async () => {
  const page = await walkTo(server.openBrowser(), 'payment/method', parentOfMinnesota());
  expect(page.html).not.toMatch(/name="card/);
  const notice = page.text('.notice.warning');
  expect(notice).toContain('Cards cannot be entered on this page at the moment.');
  expect(notice).toContain('1-800-555-0199');
});

it('rejects posted card fields, and never stores or logs them', async () => {
  const browser = server.openBrowser();
  const page = await walkTo(browser, 'payment/method', parentOfMinnesota());
  const { action, body } = page.submission(page.button('Continue'));
  const typed = { cardHolderName: 'Ann', cardNumber: NUMBER, cardExpiration: '12/30', cardCvv: '739' };
  for (const [name, value] of Object.entries(typed)) body.append(name, value);
  const refused = await browser.send('POST', action, body.toString());
  expect([refused.path, refused.status]).toEqual(['/payment/method', 422]);
  expect(refused.html).not.toContain(NUMBER);
  expect(refused.html).not.toContain('value="Ann"');
  expect(server.running.output()).not.toContain(NUMBER);
  expect((await browser.open('/payment/review')).path).toBe('/payment/method');
});

it('accepts an activation code for the full price', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  answers.step3 = { packageId: '2011' };
  await walkTo(browser, 'payment/method', answers);
  browser.fill({ subscriptionCode: 'PREPAID-FULL' });
  await browser.press('Apply');
  expect((await browser.press('Continue')).path).toBe('/payment/review');
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
});
