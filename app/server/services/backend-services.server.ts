import type { Logger } from 'pino';
import { systemClock, type Clock } from '~/domain/clock';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { watchStore } from '~/server/telemetry/watch-resources';
import type { Configuration } from '~/settings/configuration.server';
import { createClockWatch } from './clock-watch.server';
import { watchDependencies } from './dependencies.server';
import { openFlags } from './flags.server';
import { purgeLimits } from './limits.server';
import type { BackendParts, OpenBackend, openEmbeddedBackend } from './open-backend.server';
import type { OpenPayments } from './payment-provider';
import { openRoomOf } from './store-room.server';
import { loadOrCreateSecrets } from './stored-secrets.server';
import { openStore } from '~/store/open-store.server';
import { findTimeToPurge } from '~/store/store-clock.server';

export interface ServiceOptions {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  /** Used as it is. The default is this machine's, corrected by the store's. */
  clock?: Clock;
  /** Replaces the provider that PAYMENT_PROVIDER names. */
  payments?: OpenPayments;
}

/** The services of a process, with what `openBackend` returns. */
export type BackendServices<Backend extends OpenBackend> = Awaited<ReturnType<typeof openBackendServices<Backend>>>;

/** The services of a backend that runs as its own process. */
export type OwnBackendServices = BackendServices<Awaited<ReturnType<typeof openEmbeddedBackend>>>;

/** Opens what every process needs: the store, flags and the backend, with their watches. */
export async function openBackendServices<Backend extends OpenBackend>(
  { configuration, log, metrics, clock: given, payments }: ServiceOptions,
  openBackend: (parts: BackendParts) => Promise<Backend>,
) {
  const { store, secrets } = await openPersistence({ configuration, log });
  const clockWatch = createClockWatch({ clock: given ?? systemClock, store, log, metrics });
  if (!given) await clockWatch.measure();
  const clock = given ?? clockWatch.corrected;
  const flags = await openFlags(configuration, log);
  const backend = await openBackend({ configuration, store, secrets, flags, clock, log, metrics, payments });
  const dependencies = watchDependencies({ store: () => store.ping(), ...backend.checks }, { log });
  metrics.watchDependencies(dependencies.read);
  watchStore(metrics.registry, store);
  return {
    store,
    secrets,
    flags,
    clock,
    backend,
    dependencies,
    room: openRoomOf(configuration, metrics),
    /** Measures this machine's clock against the store's. */
    watchClock: clockWatch.measure,
    /** Deletes expired data other than sessions, also of limits, because the backend counts mails. */
    async purge(alsoPurge?: (now: Date) => Promise<unknown>): Promise<void> {
      const now = await findTimeToPurge(store.clock, store.db);
      if (now !== undefined) {
        await purgeLimits(store.db, now);
        await alsoPurge?.(now);
      }
      await backend.purge();
    },
    /** @param others are closed meanwhile, before the store */
    async close(...others: Promise<unknown>[]): Promise<void> {
      await Promise.all([backend.close(), flags.close(), ...others]);
      await store.close();
    },
  };
}

/** The first secret encrypts; every secret decrypts. */
async function openPersistence({ configuration, log }: Pick<ServiceOptions, 'configuration' | 'log'>) {
  const { dataDir, sessionSecrets } = configuration;
  const store = await openStore({
    dataDir,
    databaseUrl: configuration.databaseUrl?.reveal(),
    poolSize: configuration.databasePoolSize,
    onLost: (err) => log.warn({ err }, 'store connection lost'),
    onStep: (ms) => log.warn({ seconds: ms / 1000 }, "the store's clock was set"),
  });
  // Runs after the store has locked the folder, because two processes must not both create a secret.
  const secrets = await loadOrCreateSecrets(dataDir, 'session-secret', sessionSecrets);
  return { store, secrets };
}
