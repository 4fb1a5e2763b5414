import type { ChargingProvider } from '~/payments/port';

/** No provider has it, and each of ours is allowed to be asked for it. */
const NO_TRANSACTION = 'readiness';

/** Whether the payment provider answers, and knows our keys. Nothing is charged, found or changed by it. */
export function providerCheck({ records }: Pick<ChargingProvider, 'records'>): () => Promise<void> {
  return async () => {
    await records.find(NO_TRANSACTION);
  };
}
