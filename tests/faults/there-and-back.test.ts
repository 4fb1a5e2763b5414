import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { isFull, printMeasurements } from '~tests/fakes/faults';
import { buildOfCommit } from '~tests/servers/build-of-commit';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { faultsIn, readBooks } from '~tests/upgrade/books';
import { browserOn, findCommitThatLeft, type Site } from '~tests/upgrade/left-store';
import { beginMixed, finishByMail, MIXED_VISITORS } from '~tests/upgrade/mixed-visitors';
import type { MixedWalk } from '~tests/upgrade/mixed-walk';
import { migrateToNext } from '~tests/upgrade/next-migration';

const old = isFull ? buildOfCommit(findCommitThatLeft('baseline', 'SQLite')) : undefined;
const ROUNDS = ['old', 'new'] as const;

if (!old) it.skip('alternates two releases (only with `npm run test:faults`)');
else
  it.for(ROUNDS)(
    'serves one data folder with alternating releases, the %s one first, and charges every visitor once',
    { timeout: 300_000 },
    async (first) => {
      const site: Site = { dataDir: makeDataDir() };
      onTestFinished(() => rmSync(site.dataDir, { recursive: true }));
      await (await startServer({ dataDir: site.dataDir, bundle: old.bundle, cwd: old.root })).stop();
      await migrateToNext(site);
      const origins = new Set<string>(['http://127.0.0.1']);
      let release: (typeof ROUNDS)[number] = first === 'old' ? 'new' : 'old';
      let serving = await startNext();
      const walks: Record<string, MixedWalk> = {};
      const browsers = Object.entries(MIXED_VISITORS).map(([name, { acceptLanguage }]) => ({
        name,
        browser: browserOn(site, origins, { acceptLanguage }),
      }));
      let restarts = 0;
      while (browsers.some(({ name }) => !walks[name]?.isOver)) {
        for (const { name, browser } of browsers) {
          const walk = walks[name];
          // The invited parent starts when parent A has paid.
          if (!walk && name === 'invited' && !walks.parent?.isOver) continue;
          if (!walk) walks[name] = await beginMixed(browser, name, first);
          else if (!walk.isOver) await walk.takeStep();
        }
        expect(await serving.stop()).toBe(0);
        expect(serving.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
        serving = await startNext();
        restarts += 1;
      }
      for (const [name, walk] of Object.entries(walks)) {
        printMeasurements(`${name}, one after the other, ${first} first`, { ...walk.toJSON(), restarts });
        if (!walk.hasArrived) await finishByMail(browserOn(site, origins), name, first);
      }
      expect(faultsIn(await readBooks(site))).toEqual([]);
      expect(await serving.stop()).toBe(0);

      async function startNext() {
        release = release === 'old' ? 'new' : 'old';
        const server = await startServer({
          dataDir: site.dataDir,
          ...(release === 'old' && { bundle: old!.bundle, cwd: old!.root }),
        });
        origins.clear();
        origins.add(server.url);
        return server;
      }
    },
  );
