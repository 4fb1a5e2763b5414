import { setTimeout as pause } from 'node:timers/promises';
import { parentOfMinnesota, type ParentStep } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const STEPS: readonly ParentStep[] = ['payment/billing', 'payment/method', 'payment/review', 'credentials'];

/** Records how long each response took, and whether it was an error. */
class TimedBrowser extends PlainBrowser {
  readonly responses: { ms: number; isError: boolean }[] = [];

  override async send(...request: Parameters<PlainBrowser['send']>) {
    const began = performance.now();
    const record = (isError: boolean) => this.responses.push({ ms: performance.now() - began, isError });
    try {
      const page = await super.send(...request);
      record(page.status >= 400);
      return page;
    } catch (error) {
      record(true);
      throw error;
    }
  }
}

/** Prepares visitors at the billing address. */
export async function prepareCheckouts(origin: string, count: number) {
  const payers = Array.from({ length: count }, () => ({
    browser: new TimedBrowser(origin),
    answers: parentOfMinnesota(),
  }));
  for (const { browser, answers } of payers) {
    await walkTo(browser, 'payment/billing', answers);
    browser.responses.length = 0;
  }

  return {
    count,
    /** Walks every visitor to the receipt within this time. */
    async goThrough(seconds: number) {
      const finalPaths = await Promise.all(payers.map((payer) => pay(payer, seconds).catch(() => 'failed')));
      const responses = payers.flatMap(({ browser }) => browser.responses);
      return {
        times: responses.map(({ ms }) => ms),
        failed: responses.filter(({ isError }) => isError).length,
        receipts: finalPaths.filter((path) => path === '/receipt').length,
      };
    },
  };
}

async function pay(
  { browser, answers }: { browser: TimedBrowser; answers: ReturnType<typeof parentOfMinnesota> },
  seconds: number,
): Promise<string> {
  const thinkMs = (seconds * 1000) / (STEPS.length + 1);
  await pause(Math.random() * thinkMs);
  for (const step of STEPS) {
    await submitStep(browser, step, answers);
    await pause(thinkMs * (0.5 + Math.random() / 2));
  }
  return (await browser.waitForRefresh()).path;
}
