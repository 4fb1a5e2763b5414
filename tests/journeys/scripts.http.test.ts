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

/** Of which pages a browser makes something better. */
const SCRIPTED = ['/payment/billing', '/payment/method', '/credentials'];

it('a page carries the one script only where it has something that a script makes better', async () => {
  const counts = await countScripts(parentOfMinnesota());
  expect(Object.keys(counts).length).toBeGreaterThan(12);
  expect(Object.keys(counts).filter((path) => counts[path]! > 0)).toEqual(SCRIPTED);
  expect(new Set(SCRIPTED.map((path) => counts[path]))).toEqual(new Set([1]));
});

it('in Great Britain, where Venmo is not offered, the payment view carries none', async () => {
  const counts = await countScripts(parentOfLondon());
  expect(Object.keys(counts).filter((path) => counts[path]! > 0)).toEqual(['/payment/billing', '/credentials']);
});
