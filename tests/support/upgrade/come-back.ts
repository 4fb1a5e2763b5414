import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '~/domain/base-path';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { startMailServer, type MailServer } from '~tests/fakes/mail-server';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { faultsIn, readBooks } from './books';
import {
  browserOn,
  readLeft,
  restoreCookies,
  restoreLeftStore,
  settingsOf,
  typedOn,
  type LeftVisitor,
  type Site,
  type StoreKind,
} from './left-store';
import { linkIn } from './mailed-link';
import { migrateToNext } from './next-migration';
import { run } from './troubled-site';
import { VISITORS } from './visitors/all-visitors';

/**
 * Opens a store of an earlier build after the next migration, and lets every visitor return to the build of this working copy.
 */
export function describeComingBack(release: string, kind: StoreKind): void {
  const { visitors } = readLeft(release, kind);
  const names = Object.keys(visitors);
  const limited = names.filter((name) => VISITORS[name]?.isLimited);

  describe(`the visitors of ${release} on ${kind}`, () => {
    let site: Site;
    let mails: MailServer;
    let server: RunningServer;
    /** The ids of mails that the old build left. */
    let unsent: string[];
    const start = (env: Record<string, string> = {}) =>
      startServer({
        dataDir: site.dataDir,
        env: { ...settingsOf(site), SMTP_URL: mails.url, MAIL_FROM: 'post@example.com', ...env },
      });
    beforeAll(async () => {
      site = await restoreLeftStore(release, kind);
      await migrateToNext(site);
      unsent = await idsOfUnsent(site);
      expect(unsent.length).toBeGreaterThan(0);
      mails = await startMailServer();
      server = await start();
    });
    afterAll(async () => {
      expect(await server.stop()).toBe(0);
      expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await mails.close();
      rmSync(site.dataDir, { recursive: true });
    });

    it('are all defined in VISITORS', () => {
      expect(names.filter((name) => !VISITORS[name])).toEqual([]);
      expect(names.length).toBeGreaterThan(0);
    });

    it.for(names.filter((name) => !limited.includes(name)))('%s', (name) => comesBack(name));

    it.for(limited)('%s', async (name) => {
      expect(await server.stop()).toBe(0);
      expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
      server = await start({ RATE_LIMIT: 'on' });
      await comesBack(name);
    });

    it('receive the mails that the old build left, each once', async () => {
      await expect.poll(async () => (await idsOfUnsent(site)).filter((id) => unsent.includes(id))).toEqual([]);
      const sent = mails.mails.map(({ messageId }) => messageId);
      expect(new Set(sent).size).toBe(sent.length);
    });

    it('have been charged once, or not at all', async () => {
      const books = await readBooks(site);
      expect(faultsIn(books)).toEqual([]);
      const unfinished = books.filter(({ states }) => /started|unknown|authorised|registered/.test(states.join()));
      expect(unfinished).toEqual([]);
    });

    async function comesBack(name: string): Promise<void> {
      const left = visitors[name]!;
      const open = (acceptLanguage?: string) => browserOn(site, new Set([server.url]), { acceptLanguage });
      const browser = open(left.acceptLanguage);
      for (const cookie of await restoreCookies(release, kind, left)) browser.jar.store(cookie, BASE_PATH);
      await expectTypedValues(browser, left);
      await VISITORS[name]!.comesBack({ site, server, browser, openBrowser: () => open(), left, findLink });
    }

    async function findLink(email: string, path: string): Promise<string> {
      const find = () =>
        mails.mails
          .filter(({ envelopeTo }) => envelopeTo.includes(email))
          .map(({ text }) => linkIn(text ?? '', path))
          .find((link) => link !== undefined);
      await expect.poll(find, { timeout: 10_000 }).toBeDefined();
      return find()!;
    }
  });
}

async function idsOfUnsent(site: Site): Promise<string[]> {
  return (await run(site, 'store', 'select id from backend_mails where sent_at is null')).map(({ id }) => String(id));
}

/** Expects every form to show the values that the old build showed. */
async function expectTypedValues(browser: PlainBrowser, { kept }: LeftVisitor): Promise<void> {
  for (const [path, values] of Object.entries(kept)) {
    const page = await browser.open(path);
    expect([page.path, typedOn(page)]).toMatchObject([path, values]);
  }
}
