import type { Logger } from 'pino';
import type { BackendClient } from '~/backend/contract/contract';
import { cacheFor } from '~/lib/cache-for';
import { withTimeout } from '~/lib/with-timeout';
import type { ChargingProvider } from '~/payments/port';

export type DependencyName = 'store' | 'backend' | 'provider';

/** Rejects if the dependency does not respond correctly. */
export type DependencyCheck = () => Promise<void>;

export type DependencyChecks = Partial<Record<DependencyName, DependencyCheck>>;

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;
/** How long a caller waits; probes often give up after a second. */
const PATIENCE_MS = 500;
/** Prevents probes from overloading a dependency, such as the external payment provider. */
const CACHE_MS: Record<DependencyName, number> = { store: 1_000, backend: 1_000, provider: 30_000 };

export interface Dependencies {
  /** Whether each responds, now or when last checked. Never rejects, and takes at most half a second. */
  read(): Promise<Partial<Record<DependencyName, boolean>>>;
  /** The names of dependencies that do not respond. */
  findFailing(): Promise<string[]>;
}

/** Checks the process's dependencies on demand. Logs when one stops responding, and when it responds again. */
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
        await withTimeout(CHECK_TIMEOUT_MS, check);
        if (isAnswering === false) log.info({ dependency: name }, 'dependency recovered');
        isAnswering = true;
      } catch (err) {
        if (isAnswering !== false) log.warn({ err, dependency: name }, 'failed to reach dependency');
        isAnswering = false;
      }
    });
    return async () => {
      await withTimeout(patienceMs, ask).catch(() => undefined);
      return isAnswering ?? false;
    };
  }
}

/** Calls the shortest look-up, which needs no key (docs/backend-contract.md, "Readiness"). */
export function backendCheck({ lookups }: Pick<BackendClient, 'lookups'>): DependencyCheck {
  return async () => {
    await lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
  };
}

/** No provider has a transaction with this id. */
const NO_TRANSACTION = 'readiness';

/**
 * Checks that the payment provider responds and accepts our keys, by a look-up that changes nothing. Also checks the merchant accounts, until
 * that has succeeded once.
 */
export function providerCheck(
  charging: Pick<ChargingProvider, 'records' | 'checkMerchantAccounts'>,
  log: Pick<Logger, 'warn'>,
): DependencyCheck {
  let isChecked = false;
  return async () => {
    await Promise.all([charging.records.find(NO_TRANSACTION), isChecked ? undefined : checkMerchantAccounts()]);
  };

  async function checkMerchantAccounts() {
    const isAllowed = (await charging.checkMerchantAccounts?.()) ?? true;
    if (!isAllowed && !isChecked) log.warn('merchant accounts not checked: the API keys may not read them');
    isChecked = true;
  }
}
