import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { BUTTONS, CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { walkTo } from '~tests/walks/walk-parent';

/** Reads the provider's store from outside its process. */
function countCharges(dataDir: string): number {
  const database = new Database(join(dataDir, 'sandbox.db'), { readonly: true });
  try {
    return (database.prepare('select count(*) as n from transactions').get() as { n: number }).n;
  } finally {
    database.close();
  }
}

it('looks up a payment whose process died between charge and response, and never repeats it', async () => {
  const dataDir = makeDataDir();
  let server = await startServer({ dataDir });
  const browser = new PlainBrowser(server.url);
  const answers = parentOfMinnesota();
  Object.assign(answers['payment/method'], CARDS.slow);
  await walkTo(browser, 'payment/review', answers);
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/review']));
  const cutOff = browser.send('POST', action, body.toString()).catch(() => 'cut off');
  // The provider stores the sale at once, but responds after half a minute.
  while (countCharges(dataDir) === 0) await setImmediate();
  await server.kill();
  expect(await cutOff).toBe('cut off');

  server = await startServer({ dataDir });
  browser.origin = server.url;
  expect((await browser.open('/payment/review')).heading).toBe('Review and pay');
  const checking = await browser.press('Pay now');
  expect([checking.path, checking.heading]).toEqual(['/payment/review', 'We are checking your payment']);
  expect(checking.headers.get('refresh')).toBe('5; url=/app/join/payment/review');
  expect(checking.text('main')).toContain('You will not be charged twice.');
  for (const path of ['/step1', '/step3', '/payment/method']) {
    expect((await browser.open(path)).heading).toBe('We are checking your payment');
  }
  expect(countCharges(dataDir)).toBe(1);
  await server.kill();
  rmSync(dataDir, { recursive: true });
});
