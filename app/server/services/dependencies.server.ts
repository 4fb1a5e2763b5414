import type { Logger } from 'pino';
import { cacheFor } from '~/lib/cache-for';
import { withTimeout } from '~/lib/with-timeout';

export type DependencyName = 'store' | 'backend' | 'provider';

/** Rejects where the dependency does not answer as it should. */
export type DependencyCheck = () => Promise<void>;

export type DependencyChecks = Partial<Record<DependencyName, DependencyCheck>>;

/** A check that takes longer has failed. */
const LIMIT_MS = 2_000;
/** How long somebody who asks waits; probes often give up after a second. */
const PATIENCE_MS = 500;
/** So that probes cannot overload what they ask about. A provider is somebody else's. */
const CACHE_MS: Record<DependencyName, number> = { store: 1_000, backend: 1_000, provider: 30_000 };

export interface Dependencies {
  /** Whether each answers, as of now or of the last time that is known. Never rejects, and takes half a second at most. */
  read(): Promise<Partial<Record<DependencyName, boolean>>>;
  /** Those that do not. */
  findFailing(): Promise<string[]>;
}

/** Watches what the process needs, when it is asked. Says in the log when one stops answering, and when it answers again. */
export function watchDependencies(
  checks: DependencyChecks,
  { log, patienceMs = PATIENCE_MS }: { log: Pick<Logger, 'warn' | 'info'>; patienceMs?: number },
): Dependencies {
  const names = Object.keys(checks) as DependencyName[];
  const watches = names.map((name) => ({ name, read: watch(name, checks[name]) }));
  const read = async () =>
    Object.fromEntries(await Promise.all(watches.map(async (one) => [one.name, await one.read()])));
  return {
    read,
    async findFailing() {
      const answering = await read();
      return names.filter((name) => answering[name] === false);
    },
  };

  function watch(name: DependencyName, check: DependencyCheck = () => Promise.resolve()): () => Promise<boolean> {
    let isAnswering: boolean | undefined;
    const ask = cacheFor(CACHE_MS[name], async () => {
      try {
        await withTimeout(LIMIT_MS, check);
        if (isAnswering === false) log.info({ dependency: name }, 'a dependency answers again');
        isAnswering = true;
      } catch (err) {
        if (isAnswering !== false) log.warn({ err, dependency: name }, 'a dependency does not answer');
        isAnswering = false;
      }
    });
    return async () => {
      await withTimeout(patienceMs, ask).catch(() => undefined);
      return isAnswering ?? false;
    };
  }
}
