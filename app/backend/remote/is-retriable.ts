import { isRecord } from '~/lib/is-record';
import { findOperation } from '~/backend/contract/find-operation';

/**
 * Whether a call can be repeated safely: a read, or a call with an idempotency key.
 *
 * @param path the operation's place in the contract
 */
export function isRetriable(path: readonly string[], input: unknown): boolean {
  const headers = isRecord(input) && isRecord(input.headers) ? input.headers : {};
  return findOperation(path)?.route.method === 'GET' || headers['idempotency-key'] !== undefined;
}
