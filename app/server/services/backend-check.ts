import type { BackendClient } from '~/backend/contract/client';

/** The shortest lookup, which needs no key (docs/backend-contract.md, "Readiness"). */
export function backendCheck({ lookups }: Pick<BackendClient, 'lookups'>): () => Promise<void> {
  return async () => {
    await lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
  };
}
