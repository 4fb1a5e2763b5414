import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { serveSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** More than any disk has. */
const NO_ROOM = '999999999';

function countSessions({ dataDir }: { dataDir: string }): { rows: number; bytes: number } {
  return withStore(dataDir, (database) =>
    database.prepare('select count(*) as rows, coalesce(sum(length(data)), 0) as bytes from sessions').get(),
  ) as { rows: number; bytes: number };
}

it('does not fill the disk with a browser’s out-of-order forms, and shows their typed values', async () => {
  const site = await serveSite({ env: { RATE_LIMIT: 'on', TURN_AWAY: 'off' } });
  const { browser } = site;
  await browser.open('/signup');
  const type = async (firstName: string) => {
    browser.jar.forget('join');
    return browser.post('/step2', { firstName });
  };
  for (let time = 1; time <= 20; time += 1)
    expect((await type(`Ben ${time} ${'x'.repeat(10_000)}`)).path).toBe('/step1');
  const page = await type('Ben the last');
  expect([page.status, page.heading]).toEqual([429, 'Too many tries']);
  expect(page.headers.get('retry-after')).toMatch(/^3[56]\d\d$/);
  expect(page.html).toContain('<li>Ben the last</li>');
  expect(page.html).toMatch(/It can be sent again in (60|59) minutes\./);
  for (let time = 1; time <= 50; time += 1) await type(`Ben ${time} ${'x'.repeat(10_000)}`);
  const { rows, bytes } = countSessions(site);
  expect(rows).toBe(20);
  expect(bytes).toBeLessThan(20 * 16_000);
});

it('shows a form that is too large to save, without saving it', async () => {
  const site = await serveSite({ env: { RATE_LIMIT: 'on', TURN_AWAY: 'off' } });
  const { browser } = site;
  await browser.open('/signup');
  const long = 'x'.repeat(60_000);
  const page = await browser.post('/step2', { firstName: 'Ben', lastName: long });
  expect([page.status, page.heading]).toEqual([413, 'This is too much to save']);
  expect(page.html).toContain('<li>Ben</li>');
  expect(page.html).toContain(long);
  // The limit also covers several smaller forms of one session.
  const steps = ['step1', 'step2', 'step3', 'payment/billing', 'payment/method', 'payment/review'] as const;
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  for (const step of steps) await browser.post(`/${step}`, { firstName: 'x'.repeat(20_000), intent: 'more-time' });
  const { rows, bytes } = countSessions(site);
  expect(rows).toBe(1);
  expect(bytes).toBeLessThan(50_000);
  expect(await site.metrics.registry.metrics()).toContain('joinery_turned_away_total{reason="draft-too-large"} 6');
});

it('turns new visitors away on a nearly full disk, and lets paying visitors finish', { timeout: 60_000 }, async () => {
  const dataDir = makeDataDir();
  let server = await startServer({ dataDir });
  onTestFinished(async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true });
  });
  const payer = new PlainBrowser(server.url);
  const answers = parentOfMinnesota();
  await walkTo(payer, 'payment/method', answers);
  const roomBefore = (await (await fetch(`${server.url}/readyz`)).json()) as { room: { isLow: boolean } };
  expect(roomBefore.room.isLow).toBe(false);
  await server.stop();

  server = await startServer({ dataDir, env: { DISK_FLOOR_MB: NO_ROOM } });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ready: true, failing: [], room: { megabytes: expect.any(Number) as number, isLow: true } },
  ]);
  const browser = new PlainBrowser(server.url);
  await browser.open('/signup');
  await browser.open('/step1');
  const page = await submitStep(browser, 'step1', answers);
  expect([page.status, page.heading]).toEqual([503, 'We cannot begin new sign-ups just now']);
  expect(page.headers.get('retry-after')).toBe('300');
  expect(page.headers.get('refresh')).toBeNull();
  expect(page.html).toContain(`<li>${String(answers.step1.email)}</li>`);
  await browser.open('/step1');
  expect((await browser.press('Español')).status).toBe(200);
  // A visitor with an expired session has a cookie, but gets no more space than a new visitor.
  const late = await browser.post('/step2', { firstName: 'Ben' });
  expect(late.status).toBe(503);

  payer.origin = server.url;
  await payer.open('/payment/method');
  for (const step of ['payment/method', 'payment/review', 'credentials'] as const)
    await submitStep(payer, step, answers);
  expect((await payer.waitForRefresh()).path).toBe('/receipt');
  const metrics = await server.readMetrics();
  expect(metrics).toContain('joinery_turned_away_total{reason="no-room"} 2');
  expect(metrics).toMatch(/^joinery_store_room_bytes \d+$/m);
  expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
