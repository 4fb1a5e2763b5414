import type { BackendClient } from '~/backend/contract/client';
import { cacheFor } from '~/lib/cache-for';

/** How long the outcome counts, so that no probe can hammer the backend. */
const FOR_MS = 1_000;

/** Whether a remote backend answers: by its shortest list, which needs no key and tells of nobody. */
export function backendCheck({ lookups }: Pick<BackendClient, 'lookups'>): () => Promise<void> {
  return cacheFor(FOR_MS, async () => {
    await lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
  });
}
