import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

// On the shared server the recovery could make calls for other sign-ups.
const server = useSite();

/** Returns the number of backend calls since the start, by operation. */
async function readCalls(): Promise<Map<string, number>> {
  const lines = (await server.running.readMetrics()).matchAll(
    /^joinery_call_duration_seconds_count\{system="backend",call="([\w.]+)",outcome="ok"\} (\d+)$/gm,
  );
  return new Map([...lines].map(([, call = '', count]) => [call, Number(count)]));
}

async function callsOf(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await readCalls();
  await act();
  const made = [...(await readCalls())].map(([call, count]) => [call, count - (before.get(call) ?? 0)] as const);
  return Object.fromEntries(made.filter(([, count]) => count > 0));
}

/** Two prices: of the order, and of the order with the co-parent's checkbox toggled. */
const METHOD = { 'registrations.price': 2, 'packages.list': 1, 'paymentClientToken.get': 1 };

it('makes each backend call once per checkout page, with and without an error', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  const sendWrong = async (fields: Record<string, string>) => {
    browser.fill(fields);
    expect((await browser.press('Continue')).status).toBe(422);
  };
  await walkTo(browser, 'payment/billing', answers);
  expect(await callsOf(() => browser.reload())).toEqual({ 'packages.list': 1 });
  expect(await callsOf(() => sendWrong({ city: '' }))).toEqual({ 'packages.list': 1 });
  await submitStep(browser, 'payment/billing', answers);
  expect(await callsOf(() => browser.reload())).toEqual(METHOD);
  expect(await callsOf(() => sendWrong({ cardNumber: '4111' }))).toEqual(METHOD);
  await submitStep(browser, 'payment/method', answers);
  expect(await callsOf(() => browser.reload())).toEqual({ 'registrations.price': 1, 'packages.list': 1 });
});

it('prices an order once with a code, and once with the checkbox toggled', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/method', parentOfMinnesota());
  browser.fill({ subscriptionCode: 'PREPAID-40' });
  expect(await callsOf(() => browser.press('Apply'))).toEqual(METHOD);
  expect(browser.page.text('main')).toContain('PREPAID-40');
});

it('makes each backend call once for an invited co-parent, who has no such checkbox', async () => {
  const browser: PlainBrowser = server.openBrowser();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvitedTo(browser, 'payment/method', coParentOfMinnesota());
  const { 'parents.price': prices, 'packages.list': lists } = await callsOf(() => browser.reload());
  expect([prices, lists]).toEqual([1, 1]);
});
