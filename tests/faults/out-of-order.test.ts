import { describe, expect, it } from 'vitest';
import { expectPage } from '~tests/browser/expect-page';
import { parentOfMinnesota, READY_MADE_STEPS, type ParentStep } from '~tests/answers/parent-answers';
import { CHECKOUT_PAGES } from '~tests/walks/parent-pages';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite();

describe('a page opened out of order', () => {
  it.each(CHECKOUT_PAGES)('redirects a new visitor from %s to the first step', async (path) => {
    const page = await server.openBrowser().open(path);
    expectPage(page, 200);
    expect(page.path).toBe('/step1');
  });

  it.each(READY_MADE_STEPS.slice(0, -1))('redirects a visitor from every later page back to %s', async (step) => {
    const browser = server.openBrowser();
    await walkTo(browser, step, parentOfMinnesota());
    const order = CHECKOUT_PAGES.filter((path) => path !== '/alacarte' && path !== '/payment');
    for (const path of order) {
      const page = await browser.open(path);
      expectPage(page, 200);
      const isOpen = order.indexOf(path) <= order.indexOf(`/${step}`);
      expect(page.path, path).toBe(isOpen ? path : `/${step}`);
      expect(browser.redirects.length).toBeLessThanOrEqual(isOpen ? 0 : 2);
    }
  });

  it('redirects a visitor with a ready-made package from /alacarte to billing', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    expect((await browser.open('/alacarte')).path).toBe('/payment/billing');
  });

  it('redirects /payment to the unfinished view', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    const views = [];
    for (const step of ['payment/billing', 'payment/method', 'payment/review'] as const) {
      views.push((await browser.open('/payment')).path);
      if (step !== 'payment/review') await submitStep(browser, step, answers);
    }
    expect(views).toEqual(['/payment/billing', '/payment/method', '/payment/review']);
  });
});

describe('a form sent out of order', () => {
  it('charges nothing on /payment/review', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    const page = await browser.post('/payment/review', { reviewed: 'something else' });
    expectPage(page, 409);
    expect((await browser.open('/payment/review')).path).toBe('/payment/billing');
    expect((await server.openBrowser().open('/demo')).$('[data-payment]')).toHaveLength(0);
  });

  it.each<ParentStep>(['step2', 'step3', 'alacarte', 'payment/billing', 'payment/method', 'payment/review'])(
    'creates no session for an empty form on %s',
    async (step) => {
      const browser = server.openBrowser();
      await browser.open('/signup');
      expectPage(await browser.post(`/${step}`, {}), 200);
      expect(browser.jar.has('join')).toBe(false);
    },
  );
});
