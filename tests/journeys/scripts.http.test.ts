import { expect, it } from 'vitest';
import { parentOfLondon, parentOfMinnesota, READY_MADE_STEPS, type ParentAnswers } from '../support/parent-answers';
import { useServer } from '../support/use-server';
import { submitStep } from '../support/walk-parent';

const server = useServer();
/** A block of data is no script. */
const SCRIPT = 'script:not([type="application/json"])';
const PAGES = ['/signup', '/coparentstatus', '/duplicate', '/demo', '/nowhere'];

/** How many scripts each page of the journey carries at most, by its path. */
async function countScripts(answers: ParentAnswers): Promise<Record<string, number>> {
  const browser = server.openBrowser();
  const counts: Record<string, number> = {};
  const count = () => {
    const { path, $ } = browser.page;
    counts[path] = Math.max(counts[path] ?? 0, $(SCRIPT).length);
  };
  for (const path of [...PAGES, '/step1']) {
    await browser.open(path);
    count();
  }
  for (const step of READY_MADE_STEPS) {
    await submitStep(browser, step, answers);
    count();
  }
  await browser.waitForRefresh();
  count();
  return counts;
}

it('a page carries the one script only where it has something that a script makes better', async () => {
  const { '/payment/method': method, '/credentials': credentials, ...others } = await countScripts(parentOfMinnesota());
  expect([method, credentials]).toEqual([1, 1]);
  expect(Object.keys(others).length).toBeGreaterThan(10);
  expect(new Set(Object.values(others))).toEqual(new Set([0]));
});

it('in Great Britain, where Venmo is not offered, the payment view carries none', async () => {
  const { '/credentials': credentials, ...others } = await countScripts(parentOfLondon());
  expect(credentials).toBe(1);
  expect(new Set(Object.values(others))).toEqual(new Set([0]));
});
