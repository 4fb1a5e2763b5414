import { Gauge, type Registry } from 'prom-client';
import { cacheFor } from '~/lib/cache-for';

/** Measuring the size takes a database milliseconds, but every process would repeat it for every scrape. */
const SIZE_CACHE_MS = 60_000;

interface StoreToWatch {
  size(): Promise<number>;
  connections?(): Readonly<Record<'used' | 'idle' | 'waiting', number>>;
}

/** The size has no value while the store is down. */
export function watchStore(registry: Registry, store: StoreToWatch): void {
  let bytes: number | undefined;
  const measure = cacheFor(SIZE_CACHE_MS, async () => {
    bytes = undefined;
    bytes = await store.size();
  });
  new Gauge({
    name: 'joinery_store_bytes',
    help: 'Size of the store; with Postgres the same for every replica.',
    registers: [registry],
    async collect() {
      await measure().catch(() => undefined);
      this.remove();
      if (bytes !== undefined) this.set(bytes);
    },
  });
  const { connections } = store;
  if (!connections) return;
  watchStates(registry, connections, {
    name: 'joinery_store_connections',
    help: 'Postgres connections of this process: used, idle, and queries waiting for one.',
  });
}

interface BackendLine {
  isCircuitOpen(): boolean;
  load(): Readonly<Record<'running' | 'waiting', number>>;
}

/** Adds the gauges of a backend over HTTP. */
export function watchBackendLine(registry: Registry, { isCircuitOpen, load }: BackendLine): void {
  new Gauge({
    name: 'joinery_backend_circuit_open',
    help: 'Whether backend calls fail at once after many failures in a row: 1 or 0.',
    registers: [registry],
    collect() {
      this.set(Number(isCircuitOpen()));
    },
  });
  watchStates(registry, load, {
    name: 'joinery_backend_calls',
    help: 'Backend calls: running, and waiting for a slot.',
  });
}

function watchStates(
  registry: Registry,
  read: () => Readonly<Record<string, number>>,
  { name, help }: { name: string; help: string },
): void {
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state }, count);
    },
  });
}
