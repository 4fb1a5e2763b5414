import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { inTurn, type ServerChoice } from '~tests/browser/balanced-browser';
import { isFull, printMeasurements } from '~tests/fakes/faults';
import { buildOfCommit } from '~tests/servers/build-of-commit';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { faultsIn, readBooks } from '~tests/upgrade/books';
import { browserOn, findCommitThatLeft, settingsOf, type Site } from '~tests/upgrade/left-store';
import { beginMixed, finishByMail, MIXED_VISITORS } from '~tests/upgrade/mixed-visitors';
import { MixedWalk } from '~tests/upgrade/mixed-walk';
import { migrateToNext } from '~tests/upgrade/next-migration';
import { run } from '~tests/upgrade/troubled-site';
import { walkOn } from '~tests/upgrade/walk-on';

const old = isFull ? buildOfCommit(findCommitThatLeft('baseline', 'Postgres')) : undefined;

const SERVER_CHOICES: Record<string, () => ServerChoice | undefined> = {
  'old-first': () => inTurn(0),
  'new-first': () => inTurn(1),
  'at-random': () => undefined,
};

if (!old) it.skip('runs replicas of two releases (only with `npm run test:faults`)');
else describe('replicas of two releases on one Postgres', () => sideBySide(old));

function sideBySide({ bundle, root }: NonNullable<typeof old>): void {
  let site: Site;
  let before: RunningServer;
  let after: RunningServer;
  const startOld = async () =>
    (before = await startServer({ dataDir: site.dataDir, bundle, cwd: root, env: settingsOf(site) }));
  const startNew = async () => (after = await startServer({ dataDir: site.dataDir, env: settingsOf(site) }));
  beforeAll(async () => {
    site = { dataDir: makeDataDir(), databaseUrl: await makeDatabase() };
    await startOld();
    await startNew();
    // Both releases keep serving after the migration. The test below restarts both.
    await migrateToNext(site);
  });
  afterAll(async () => {
    for (const server of [before, after]) expect(await server.stop()).toBe(0);
    const errors = [before, after].flatMap((server) => server.log().filter(({ level }) => Number(level) >= 50));
    printMeasurements('errors in the logs of two releases', { errors: errors.map(({ msg, event }) => event ?? msg) });
    rmSync(site.dataDir, { recursive: true });
  });

  describe.for(Object.keys(SERVER_CHOICES))('%s', (how) => {
    it.for(Object.keys(MIXED_VISITORS))('%s', { timeout: 60_000 }, async (name) => {
      const { acceptLanguage } = MIXED_VISITORS[name]!;
      const browser = browserOn(site, new Set([before.url, after.url]), {
        choose: SERVER_CHOICES[how]!(),
        acceptLanguage,
      });
      const walk = await beginMixed(browser, name, how);
      await walk.walkToTheEnd();
      printMeasurements(`${name}, ${how}`, walk.toJSON());
      // One release may reject a page of the other, but the returned page works for both.
      expect(walk.askedAgain.length).toBeLessThanOrEqual(1);
      expect(walk.ledBack).toEqual([]);
      if (!walk.hasArrived) await finishByMail(browserOn(site, new Set([after.url])), name, how);
    });
  });

  it.for(['old', 'new'] as const)(
    'finds a payment made while the %s release is killed, on the other one',
    { timeout: 120_000 },
    async (which) => {
      const [victim, survivor] = which === 'old' ? [before, after] : [after, before];
      const origins = new Set([victim.url]);
      const browser = browserOn(site, origins);
      const answers = parentOfMinnesota(`killed-${which}`);
      const slow = { ...answers, 'payment/method': { ...answers['payment/method'], ...CARDS.slow } };
      await browser.open('/step1');
      await walkOn(browser, slow, '/payment/review');
      const sold = await countSales();
      const { action, body } = browser.page.submission(browser.page.defaultButton());
      // After the kill, the browser presses again, on the other release.
      const pressed = browser.send('POST', action, body.toString());
      while ((await countSales()) === sold) await setImmediate();
      origins.add(survivor.url).delete(victim.url);
      await victim.kill();
      try {
        await pressed;
      } finally {
        await (which === 'old' ? startOld() : startNew());
      }
      await browser.open('/payment/review');
      const walk = new MixedWalk(browser, answers, '/receipt');
      await walk.walkToTheEnd();
      printMeasurements(`killed while paying: ${which}`, walk.toJSON());
      expect(walk.hasArrived).toBe(true);
    },
  );

  it('spends one activation code once for concurrent presses on both releases', { timeout: 60_000 }, async () => {
    const people = await Promise.all(
      [before, after].map(async ({ url }, index) => {
        const browser = browserOn(site, new Set([url]));
        await browser.open('/step1');
        const answers = { ...parentOfMinnesota(`same-code-${index}`), step3: { packageId: '2011' } };
        await walkOn(browser, answers, '/payment/method');
        browser.fill({ subscriptionCode: 'PREPAID-FULL' });
        await browser.press('Continue');
        expect(browser.page.figure('Total')).toBe('$0.00');
        return browser;
      }),
    );
    const pages = await Promise.all(people.map((browser) => browser.pressEnter()));
    expect(pages.map(({ status }) => status).every((status) => status < 500)).toBe(true);
    expect(pages.filter(({ path }) => path === '/credentials')).toHaveLength(1);
  });

  it('continues a sign-up of the new release on the old one after a roll-back', { timeout: 60_000 }, async () => {
    const origins = new Set([after.url]);
    const browser = browserOn(site, origins);
    const answers = parentOfMinnesota('rolled-back');
    await browser.open('/step1');
    await walkOn(browser, answers, '/payment/billing');
    origins.add(before.url).delete(after.url);
    await browser.open('/payment/billing');
    const walk = new MixedWalk(browser, answers, '/receipt');
    await walk.walkToTheEnd();
    printMeasurements('rolled back', walk.toJSON());
    expect(walk.hasArrived).toBe(true);
  });

  it('charges each order once', { timeout: 60_000 }, async () => {
    await expect.poll(async () => faultsIn(await readBooks(site)), { timeout: 30_000 }).toEqual([]);
  });

  const countSales = async () => Number((await run(site, 'book', 'select count(*) as n from transactions'))[0]!.n);
}
