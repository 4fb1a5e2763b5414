import { expect, inject, it, onTestFinished } from 'vitest';
import { openTestBackend } from '~tests/servers/embedded-backend';
import { insertInviteFixtures, refuseRealStore } from './invite-fixtures.server';

// On SQLite only one process opens a store.
it.skipIf(inject('store') !== 'Postgres')(
  'does not take a demo’s store for a real one if another process inserts the fixtures meanwhile',
  async () => {
    const backend = await openTestBackend({ demo: false });
    onTestFinished(() => backend.close());
    const { db } = backend.store;
    let isInserted = false;
    const meanwhile = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isInserted) await insertInviteFixtures(db, backend.clock);
        isInserted = true;
        return result;
      },
    });
    await refuseRealStore(meanwhile);
    expect(isInserted).toBe(true);
  },
);
