import { describe, expect, it } from 'vitest';
import { expectPage } from '~tests/browser/expect-page';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PARENT_PAGES } from '~tests/walks/parent-pages';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { sendRequest } from '~tests/servers/raw-request';
import { countSessions, expireSessions } from '~tests/servers/store-file';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

async function openStep2(): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'step2', parentOfMinnesota());
  return browser;
}

describe('a page', () => {
  it.each(PARENT_PAGES)('returns the headers of GET for HEAD %s, and changes nothing', async (path) => {
    const before = countSessions(server.running.dataDir);
    const get = await sendRequest(server.running.url, 'GET', `/app/join${path}`);
    const head = await sendRequest(server.running.url, 'HEAD', `/app/join${path}`);
    expect([head.status, head.headers.location, head.headers['content-type']]).toEqual([
      get.status,
      get.headers.location,
      get.headers['content-type'],
    ]);
    expect(head.text).toBe('');
    expect(countSessions(server.running.dataDir)).toBe(before);
  });

  it('keeps the notice of an expired session after a HEAD request', async () => {
    const browser = await openStep2();
    expireSessions(server.running.dataDir);
    await browser.send('HEAD', browser.urlOf('/step1'));
    expect((await browser.open('/step1')).text('.notice')).toContain('that time is over');
  });

  it.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'rejects %s with 405 and the allowed methods',
    async (method) => {
      const answer = await sendRequest(server.running.url, method, '/app/join/step1');
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
      expect(answer.text).toContain('<h1>This page cannot be used that way</h1>');
      expect(answer.text).not.toContain('TRACE /app/join');
    },
  );

  it.each(['/payment', '/', '/language', '/nowhere', '/duplicate', '/receipt'])(
    'returns a page for an unexpected post to %s, and keeps the answers',
    async (path) => {
      const browser = await openStep2();
      expectPage(await browser.post(path, { firstName: 'Eve' }));
      expect((await browser.open('/step1')).values.firstName).toBe('Ann');
    },
  );
});

it('rejects a post to a page without a form with 405, and logs no error', async () => {
  const browser = server.openBrowser();
  await browser.open('/signup');
  for (const path of ['/signup', '/coparentstatus', '/demo']) {
    const page = await browser.post(path, { firstName: 'Eve' });
    expectPage(page, 405);
    expect(page.heading).not.toBe('An error has occurred');
  }
  expect(server.running.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
