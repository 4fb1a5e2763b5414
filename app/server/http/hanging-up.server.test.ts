import { request } from 'node:http';
import { expect, test } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { serveSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';
import { latch } from '~tests/latch';

interface LogLine {
  level: number;
  msg: string;
  req?: { method: string };
}

/** Serves parent A, whose registration or package look-up blocks once `isHeld` is set. */
async function serveHeld() {
  const held = { isHeld: false, reached: 0, released: latch() };
  const withHold =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (held.isHeld) {
        held.reached += 1;
        await held.released.opened;
      }
      return call(...given);
    };
  const served = await serveSite({
    trouble: ({ registrations, packages }) => ({
      registrations: { create: withHold(registrations.create) as typeof registrations.create },
      packages: { list: withHold(packages.list) as typeof packages.list },
    }),
  });
  return {
    ...served,
    held,
    /** Sends a request as the browser would, and disconnects during the backend call. */
    async disconnect(method: string, path: string, body = ''): Promise<void> {
      held.isHeld = true;
      const url = served.browser.urlOf(path);
      const headers = {
        cookie: served.browser.jar.headerFor(url.pathname) ?? '',
        origin: served.origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      };
      const sent = request(url, { method, headers, agent: false });
      sent.on('error', () => undefined);
      sent.end(body);
      await expect.poll(() => held.reached).toBe(1);
      sent.destroy();
      await expect.poll(() => served.metrics.registry.metrics()).toContain('status="aborted"} 1');
      held.released.open();
    },
    lines: () =>
      served
        .log()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as LogLine),
  };
}

test('runs a form post to completion after its client disconnects, and logs no error', async () => {
  const { browser, disconnect, metrics, lines, store, sessions, settleDiscards } = await serveHeld();
  await browser.open('/step1');
  await disconnect(
    'POST',
    '/step1',
    new URLSearchParams(parentOfMinnesota().step1 as Record<string, string>).toString(),
  );

  await expect
    .poll(() => metrics.registry.metrics())
    .toContain('joinery_step_posts_total{journey="parent",step="step1",outcome="completed",script="none"} 1');
  // The browser never receives the id of a session that begins with this form.
  await settleDiscards();
  expect(await store.db.selectFrom('backend_registrations').select('id').execute()).toEqual([]);
  expect(await sessions()).toEqual([]);
  expect(await metrics.registry.metrics()).not.toMatch(/status="5\d\d"} [1-9]|outcome="failed",script="\S+"} [1-9]/);
  expect(lines().filter(({ level }) => level >= 40)).toEqual([]);
  expect(lines().filter(({ msg }) => msg === 'request aborted')).toMatchObject([
    { level: 30, req: { method: 'POST' } },
  ]);
});

test('logs no error for a page whose client disconnects', async () => {
  const { browser, disconnect, metrics, lines, held } = await serveHeld();
  await walkTo(browser, 'step3', parentOfMinnesota());
  await disconnect('GET', '/step3');

  held.isHeld = false;
  expect((await browser.open('/step3')).status).toBe(200);
  expect(await metrics.registry.metrics()).not.toMatch(/status="5\d\d"} [1-9]/);
  expect(lines().filter(({ level }) => level >= 40)).toEqual([]);
  expect(lines().filter(({ msg }) => msg === 'request aborted')).toMatchObject([{ level: 30, req: { method: 'GET' } }]);
});
