import { it } from 'vitest';
import {
  STORES,
  browserOn,
  keepLeftStore,
  settingsOf,
  typedOn,
  type Left,
  type LeftVisitor,
  type Site,
  type StoreKind,
} from '~tests/upgrade/left-store';
import { setImmediate } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { findLinkInDemo } from '~tests/upgrade/mailed-link';
import { run } from '~tests/upgrade/troubled-site';
import { VISITORS } from '~tests/upgrade/visitors/all-visitors';
import type { Leaving, Visitor } from '~tests/upgrade/visitor';

/** With this timeout a sale with the slow card has an unknown outcome. */
const SHORT_TIMEOUT = { BACKEND_TIMEOUT_MS: '2000' };

/**
 * Walks every kind of visitor through this build to a last page, kills the server, and keeps its store. Payments start only in the server's
 * last run, because each start looks up unknown payments.
 */
async function leaveStore(kind: StoreKind, release: string): Promise<void> {
  const site: Site = { dataDir: makeDataDir(), ...(kind === 'Postgres' && { databaseUrl: await makeDatabase() }) };
  const origins = new Set(['http://127.0.0.1']);
  const start = async (env: Record<string, string> = {}) => {
    const settings = { ...settingsOf(site), ...env };
    const server = await startServer({ dataDir: site.dataDir, env: settings });
    origins.clear();
    origins.add(server.url);
    return server;
  };
  const people = Object.entries(VISITORS)
    .filter(([, { isOnSqliteOnly }]) => kind === 'SQLite' || !isOnSqliteOnly)
    .map(([name, visitor]) => ({
      name,
      visitor,
      browser: browserOn(site, origins, { acceptLanguage: visitor.acceptLanguage }),
    }));
  const left: Record<string, LeftVisitor> = {};
  const at = (browser: PlainBrowser): Leaving => {
    const openBrowser = () => browserOn(site, origins);
    return { site, browser, openBrowser, findLink: (email, path) => findLinkInDemo(openBrowser(), email, path) };
  };

  for (const isLimited of [undefined, true] as const) {
    const server = await start(isLimited && { RATE_LIMIT: 'on' });
    for (const { name, visitor, browser } of people.filter((each) => each.visitor.isLimited === isLimited)) {
      const { was, next, acceptLanguage = 'en-US', keeps } = visitor;
      const details = await visitor.walks(at(browser));
      const kept = await readValues(browser, keeps ?? []);
      left[name] = { was, next, acceptLanguage, cookies: [], kept, ...details };
    }
    await server.stop();
  }
  const server = await start(SHORT_TIMEOUT);
  for (const { visitor, browser } of people) await visitor.pays?.(at(browser));
  await payAndKill(people, server, site);
  const ended = new Date().toISOString();
  const awaited = people.map(({ visitor }) => `'${visitor.awaitsMailTo ?? ''}'`);
  await run(site, 'store', `delete from backend_mails where recipient not in (${awaited.join()})`);
  for (const { name, browser } of people)
    left[name]!.cookies = browser.jar.list().map(({ key, value, path }) => ({ name: key, value, path: path ?? '/' }));
  await keepLeftStore(release, kind, site, { at: ended, visitors: left } satisfies Left);
  rmSync(site.dataDir, { recursive: true });
}

async function readValues(browser: PlainBrowser, paths: readonly string[]): Promise<LeftVisitor['kept']> {
  const kept: LeftVisitor['kept'] = {};
  for (const path of paths) {
    const page = await browser.open(path);
    if (page.path !== path) throw new Error(`Opened ${path} to read its values, but got ${page.describe()}`);
    kept[path] = typedOn(page);
  }
  return kept;
}

/** Presses Pay now for several visitors, and kills the server once the provider has charged all of them. */
async function payAndKill(people: { visitor: Visitor; browser: PlainBrowser }[], server: RunningServer, site: Site) {
  const count = async () => Number((await run(site, 'book', 'select count(*) as n from transactions'))[0]!.n);
  const before = await count();
  const cutOff = people.filter(({ visitor }) => visitor.isCutOff);
  const pressed = cutOff.map(async ({ browser }) => {
    await browser.open(browser.page.path);
    const { action, body } = browser.page.submission(browser.page.defaultButton());
    return browser.send('POST', action, body.toString()).then(
      ({ status }) => status,
      () => 'cut off',
    );
  });
  while ((await count()) < before + cutOff.length) await setImmediate();
  await server.kill();
  const answers = await Promise.all(pressed);
  if (answers.some((answer) => answer !== 'cut off'))
    throw new Error(`The server responded before the kill: ${answers.join()}`);
}

/** `npm run store-fixture` sets this, and rewrites tests/fixtures/stores (see its README). Otherwise this file tests nothing. */
const release = process.env.STORE_FIXTURE;

it.skipIf(!release).for(STORES)(
  'writes a store with the visitors of this build on %s',
  { timeout: 300_000 },
  async (kind) => {
    await leaveStore(kind, release!);
  },
);
