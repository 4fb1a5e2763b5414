import type { BraintreeGateway } from 'braintree';

/** The criteria in use. The SDK's types of a search know only its stream. */
export interface SearchCriteria {
  orderId(): { is(value: string): void };
  createdAt(): { between(from: Date, to: Date): void };
  merchantAccountId(): { in(values: string[]): void };
}

/**
 * Searches for ids only; each transaction is then read by itself. The SDK's stream breaks on an empty page of results, and a search may
 * show an older state than the transaction.
 */
export function searchIds(gateway: BraintreeGateway, choose: (criteria: SearchCriteria) => void): Promise<string[]> {
  // Given a callback, the SDK returns the ids.
  const search = gateway.transaction.search.bind(gateway.transaction) as unknown as (
    criteria: (search: SearchCriteria) => void,
    callback: (error: Error | null, found: { success: boolean; ids?: unknown } | null) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    search(choose, (error, found) => {
      if (error) reject(error);
      else if (found?.success && Array.isArray(found.ids)) resolve(found.ids as string[]);
      else reject(new Error('Braintree did not search'));
    });
  });
}
