import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '../support/invited-answers';
import { parentOfMinnesota } from '../support/parent-answers';
import type { PlainBrowser } from '../support/plain-browser';
import { lawyerOfMinnesota } from '../support/professional-answers';
import { useServer } from '../support/use-server';
import { submitStep } from '../support/walk-parent';

const TOLD = 'Too many different email addresses were tried.';

describe('a browser asks about so many different e-mails and no more', () => {
  const server = useServer({ env: { RATE_LIMIT: 'on' } });

  /** Asks about others, on the first step, until `left` are left. */
  async function spend(browser: PlainBrowser, left: number): Promise<void> {
    const { step1 } = parentOfMinnesota();
    for (let asked = 0; asked < 10 - left; asked += 1) {
      await browser.open('/step1');
      browser.fill({ ...step1, email: `${crypto.randomUUID()}@example.com` });
      expect((await browser.press('Continue')).path).toBe('/step2');
    }
  }

  it('on the first step, where the one before still goes on', async () => {
    const browser = server.openBrowser();
    const { step1 } = parentOfMinnesota();
    await spend(browser, 1);
    await browser.open('/step1');
    browser.fill(step1);
    expect((await browser.press('Continue')).path).toBe('/step2');
    await browser.open('/step1');
    browser.fill({ firstName: 'Anna', email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/step1']);
    expect(page.errorOf('email')).toContain(TOLD);
    expect(page.values).toMatchObject({ firstName: 'Anna', email: 'taken@example.com' });
    browser.fill({ email: String(step1.email).toUpperCase() });
    expect((await browser.press('Continue')).path).toBe('/step2');
  });

  it('on the second step, about the co-parent', async () => {
    const browser = server.openBrowser();
    await spend(browser, 0);
    browser.fill({ ...parentOfMinnesota().step2, email: 'known.coparent@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/step2']);
    expect(page.errorOf('email')).toContain(TOLD);
    expect(page.html).not.toContain('may be a duplicate');
    expect(page.values).toMatchObject({ firstName: 'Ben', 'children[0].firstName': 'Cleo' });
  });

  it('on the invited first step', async () => {
    const browser = server.openBrowser();
    const { step1 } = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    const ask = async () => {
      await browser.open('/invite/step1');
      browser.fill({ ...step1, email: `${crypto.randomUUID()}@example.com` });
      return browser.press('Continue');
    };
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).path).toBe('/invite/packages');
    const page = await ask();
    expect([page.status, page.path]).toEqual([429, '/invite/step1']);
    expect(page.errorOf('email')).toContain(TOLD);
    expect(page.values).toMatchObject({ firstName: 'Ben' });
  });

  it('on the professional’s first step', async () => {
    const browser = server.openBrowser();
    await spend(browser, 0);
    await browser.open('/pro/contact');
    browser.fill({ ...lawyerOfMinnesota().contact, email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.path]).toEqual([429, '/pro/contact']);
    expect(page.errorOf('email')).toContain(TOLD);
    expect(page.values).toMatchObject({ firstName: 'Iris', hearAboutUs: 'SEARCH_ENGINE' });
  });
});

describe('with limits off', () => {
  const server = useServer();

  it('nobody is refused', async () => {
    const browser = server.openBrowser();
    for (let asked = 0; asked < 12; asked += 1) {
      await browser.open('/step1');
      expect((await submitStep(browser, 'step1', parentOfMinnesota())).path).toBe('/step2');
    }
  });
});
