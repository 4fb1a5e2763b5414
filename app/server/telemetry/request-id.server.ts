import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that is being answered, wherever in its work somebody asks: calls of the backend bear it. */
const requestId = new AsyncLocalStorage<string>();

/** Does the work of answering a request. */
export function runWithRequestId<T>(id: string, work: () => T): T {
  return requestId.run(id, work);
}

/** Undefined outside a request, as in work that comes round. */
export function findRequestId(): string | undefined {
  return requestId.getStore();
}
