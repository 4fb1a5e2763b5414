import type { BackendClient } from '~/backend/contract/client';
import { cacheFor } from '~/lib/cache-for';

/** So that probes cannot overload the backend. */
const CACHE_MS = 1_000;

/** The shortest lookup, which needs no key. */
export function backendCheck({ lookups }: Pick<BackendClient, 'lookups'>): () => Promise<void> {
  return cacheFor(CACHE_MS, async () => {
    await lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
  });
}
