import { isRecord } from '~/lib/is-record';
import { findOperation } from '~/backend/contract/find-operation';

/**
 * Whether asking twice is asking once: a read, or a call that bears an idempotency key.
 *
 * @param path the operation's place in the contract
 * @param input what it is called with
 */
export function isRetriable(path: readonly string[], input: unknown): boolean {
  const headers = isRecord(input) && isRecord(input.headers) ? input.headers : {};
  return findOperation(path)?.route.method === 'GET' || headers['idempotency-key'] !== undefined;
}
