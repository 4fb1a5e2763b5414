import { systemClock } from '~/domain/clock';
import { watchDependencies, type Dependencies } from './dependencies.server';
import { watchStore } from '~/server/telemetry/watch-resources';
import { createClockWatch } from './clock-watch.server';
import { openFlags } from './flags.server';
import { purgeLimits } from './limits.server';
import { openEmbeddedBackend } from './open-backend.server';
import { openPersistence } from './open-persistence.server';
import type { ServiceOptions } from './services.server';
import { openRoomOf, type StoreRoom } from './store-room.server';

export interface OpenBackendServices {
  backend: Awaited<ReturnType<typeof openEmbeddedBackend>>;
  dependencies: Dependencies;
  room: StoreRoom;
  /** Deletes expired data, also of limits, because the backend counts mails. */
  purge(): Promise<void>;
  /** Measures this machine's clock against the store's. */
  watchClock(): Promise<void>;
  close(): Promise<void>;
}

export async function openBackendServices({
  configuration,
  log,
  metrics,
  clock = systemClock,
}: ServiceOptions): Promise<OpenBackendServices> {
  const { store, secrets } = await openPersistence({ configuration, log });
  const flags = await openFlags(configuration, log);
  const backend = await openEmbeddedBackend({ configuration, store, secrets, flags, clock, log, metrics });
  const dependencies = watchDependencies({ store: () => store.ping(), ...backend.checks }, { log });
  metrics.watchDependencies(dependencies.read);
  watchStore(metrics.registry, store);
  return {
    backend,
    dependencies,
    room: openRoomOf(configuration, metrics),
    watchClock: createClockWatch({ clock, store, log, metrics }),
    async purge() {
      const { now } = await store.clock.read(store.db);
      await purgeLimits(store.db, now);
      await backend.purge();
    },
    async close() {
      await Promise.all([backend.close(), flags.close()]);
      await store.close();
    },
  };
}
