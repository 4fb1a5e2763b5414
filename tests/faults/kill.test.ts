import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUTTONS, parentOfMinnesota, READY_MADE_STEPS, type ParentStep } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, runServerToItsEnd, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

let dataDir: string;
let server: RunningServer;
beforeEach(async () => {
  dataDir = makeDataDir();
  server = await startServer({ dataDir });
});
afterEach(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true });
});

async function killAndRestart(browser: PlainBrowser): Promise<void> {
  await server.kill();
  server = await startServer({ dataDir });
  browser.origin = server.url;
}

describe('a process killed after every accepted step', () => {
  it('continues at the next step with every earlier answer', { timeout: 90_000 }, async () => {
    const browser = new PlainBrowser(server.url);
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    const done: ParentStep[] = [];
    for (const step of READY_MADE_STEPS) {
      await submitStep(browser, step, answers);
      const { path } = browser.page;
      await killAndRestart(browser);
      expect((await browser.open(path)).path, `after ${step}`).toBe(path);
      done.push(step);
      if (path === '/credentials') continue;
      for (const earlier of done) await expectAnswers(browser, earlier, answers[earlier]);
      await browser.open(path);
    }
    expect((await browser.open('/receipt')).figure('Amount paid')).toBe('$179.55');
    expect((await browser.open('/demo')).texts('[data-payment]')).toEqual([expect.stringMatching(/settled$/)]);
  });

  it('keeps a receipt that was not displayed yet', async () => {
    const browser = new PlainBrowser(server.url);
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    await submitStep(browser, 'credentials', answers);
    await killAndRestart(browser);
    expect((await browser.open('/receipt')).heading).toBe('Account activated!');
  });
});

async function expectAnswers(browser: PlainBrowser, step: ParentStep, typed: Record<string, unknown>): Promise<void> {
  const { values } = await browser.open(`/${step}`);
  if (step === 'payment/method') return expect(values.cardHolderName).toBe(typed.cardHolderName);
  expect(values, step).toMatchObject(step === 'step1' ? { ...typed, phoneNumber: '6125550100' } : typed);
}

describe('a process killed during many posts', () => {
  it('keeps every acknowledged post', async () => {
    const people = Array.from({ length: 24 }, () => ({
      browser: new PlainBrowser(server.url),
      answers: parentOfMinnesota(),
    }));
    for (const { browser } of people) await browser.open('/step1');
    let answered = 0;
    const posts = people.map(async ({ browser, answers }) => {
      browser.fill(answers.step1);
      const { action, body } = browser.page.submission(browser.page.button(BUTTONS.step1));
      const { status } = await browser.send('POST', action, body.toString());
      answered += 1;
      if (answered === 6) await server.kill();
      return status;
    });
    const outcomes = await Promise.allSettled(posts);
    const acknowledged = people.filter((_person, index) => outcomes[index]!.status === 'fulfilled');
    expect(outcomes.filter(({ status }) => status === 'rejected').length, 'interrupted posts').toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(6);

    server = await startServer({ dataDir });
    for (const { browser, answers } of acknowledged) {
      browser.origin = server.url;
      expect((await browser.open('/step2')).path).toBe('/step2');
      expect((await browser.open('/step1')).values.email).toBe(answers.step1.email);
    }
  });
});

describe('the process', () => {
  it('exits at once with the reason if another process uses the folder', async () => {
    const { code, output } = await runServerToItsEnd({ dataDir });
    expect(code).not.toBe(0);
    expect(output).toContain(`Another process is using the data folder ${dataDir}`);
    expect((await new PlainBrowser(server.url).open('/step1')).status).toBe(200);
  });

  it('exits with 0 on SIGTERM, and restarts on the same folder', async () => {
    const browser = new PlainBrowser(server.url);
    await walkTo(browser, 'step2', parentOfMinnesota());
    expect(await server.stop()).toBe(0);
    server = await startServer({ dataDir });
    browser.origin = server.url;
    expect((await browser.open('/step2')).path).toBe('/step2');
  });
});
