import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

export const BASE = '/family/join';

/** The tests of a site below another base path, whether it is built or served in this process. */
export function testBelowBasePath(url: () => string): void {
  const openBrowser = () => new PlainBrowser(url(), 'en-US', BASE);

  it('serves a parent from the landing page to the receipt, without links to the default path', async () => {
    const browser = openBrowser();
    const pages: string[] = [];
    browser.onPage = (page) => pages.push(page.html);
    expect((await browser.open('/')).path).toBe('/signup');
    await walkTo(browser, 'receipt', parentOfMinnesota());
    expect(browser.page.url.pathname).toBe(`${BASE}/receipt`);
    expect(pages.length).toBeGreaterThan(6);
    for (const html of pages) expect(html).not.toContain('/app/join');
  });

  it('links to the base path in mails', async () => {
    const outbox = await openBrowser().open('/demo');
    const links = outbox.html.match(/https?:\/\/[^\s"<]+\/(?:invite|credentials)\?/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(new URL(link).pathname).toMatch(new RegExp(`^${BASE}/(invite|credentials)$`));
  });

  it('limits cookies to the base path, keeps a language, and deletes the cookies on Exit', async () => {
    const browser = openBrowser();
    await browser.open('/step1');
    await submitStep(browser, 'step1', parentOfMinnesota());
    expect(browser.page.path).toBe('/step2');
    expect(browser.jar.get('join')?.path).toBe(BASE);
    await browser.press('Español');
    expect(browser.page.path).toBe('/step2');
    expect(browser.page.html).toContain('<html lang="es"');
    await browser.press('Salir de esta página');
    expect(browser.redirects).toEqual([{ status: 303, location: 'https://www.wikipedia.org/' }]);
    expect(browser.jar.has('join')).toBe(false);
  });

  it('serves old paths below the base path, and health checks at the root', async () => {
    expect((await fetch(`${url()}${BASE}/favicon.svg`)).status).toBe(200);
    const old = await fetch(`${url()}${BASE}/step1/parentb`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([302, '/ofw/myaccount/billing.form']);
    expect((await fetch(`${url()}/`, { redirect: 'manual' })).headers.get('location')).toBe(`${BASE}/`);
    expect((await fetch(`${url()}/healthz`)).status).toBe(200);
    expect((await fetch(`${url()}/app/join/signup`)).status).toBe(404);
  });
}
