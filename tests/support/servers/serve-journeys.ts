import * as demo from '~/routes/demo/route';
import * as language from '~/routes/language';
import { inject, onTestFinished } from 'vitest';
import type { JoinState } from '~/journeys/join-state';
import { createSealing, sealedJson } from '~/lib/sealing.server';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { JOURNEY_ROUTES } from './all-routes';
import { makeMigratedDatabase } from './postgres-database';
import { openRoutes, TEST_SECRET } from './serve-routes';

/** All journeys on an application of its own, with a store of the project's kind, until the test ends. */
export async function serveJourneys(options: NonNullable<Parameters<typeof openRoutes>[1]> = {}) {
  const ofStore: Record<string, string> =
    inject('store') === 'Postgres' ? { DATABASE_URL: await makeMigratedDatabase(), PEPPER: TEST_SECRET } : {};
  const routes = [
    ...JOURNEY_ROUTES,
    { id: 'routes/demo', path: 'demo', module: demo },
    { id: 'routes/language', path: 'language', module: language },
  ];
  const served = await openRoutes(routes, { ...options, env: { ...ofStore, ...options.env } });
  onTestFinished(served.close);
  return {
    ...served,
    /** A browser without cookies. */
    openBrowser: () => new PlainBrowser(served.origin),
    sessions: () => served.store.db.selectFrom('sessions').selectAll().execute(),
    /** Changes the only session that is in use. */
    async changeSession(change: (state: JoinState) => JoinState): Promise<void> {
      const live = served.store.db.selectFrom('sessions').selectAll().where('ended_as', 'is', null);
      const { id, data } = await live.executeTakeFirstOrThrow();
      const sealed = sealedJson<JoinState>(createSealing([TEST_SECRET], 'session'));
      const changed = sealed.seal(change(sealed.open(data)));
      await served.store.db.updateTable('sessions').set({ data: changed }).where('id', '=', id).execute();
    },
    /** The way to the credentials in the receipt that was mailed last, below the base path. */
    async mailedLink(): Promise<string> {
      const outbox = await new PlainBrowser(served.origin).open('/demo');
      const link = /\/app\/join(\/credentials\?\S+)/.exec(outbox.texts('.mail').join(' '))?.[1];
      if (!link) throw new Error('No receipt in the outbox');
      return link;
    },
    /** Charges that were taken, or may have been. */
    payments: async () =>
      (await served.store.db.selectFrom('backend_payment_attempts').select('state').execute()).map(
        ({ state }) => state,
      ),
  };
}

/** A browser with a copy of the other's cookies: a thief's, or the same before an answer arrived. */
export function copyOf(browser: PlainBrowser): PlainBrowser {
  const copy = new PlainBrowser(browser.origin);
  copy.jar = browser.jar.copy();
  return copy;
}
