import { join } from 'node:path';
import Database from 'libsql';
import { JOURNEY_ROUTES } from './all-routes';
import { serveRoutes } from './serve-routes';
import { openTroubledBackend, type TroubledBackend } from '~tests/fakes/troubled-backend';

export type TroubledApp = Awaited<ReturnType<typeof serveTroubled>>;

/** All three journeys over an HTTP backend that can be made to fail, and what was charged and created. */
export async function serveTroubled() {
  let troubled!: TroubledBackend;
  const served = await serveRoutes(JOURNEY_ROUTES, undefined, async (backend) => {
    troubled = await openTroubledBackend(backend);
    return troubled.client;
  });
  const { store, dataDir } = served;
  return {
    ...served,
    troubled,
    charges() {
      const books = new Database(join(dataDir, 'sandbox.db'));
      const rows = books.prepare('select status from transactions').all() as { status: string }[];
      books.close();
      return rows.map(({ status }) => status);
    },
    orders: async () => (await store.db.selectFrom('backend_orders').selectAll().execute()).length,
  };
}
