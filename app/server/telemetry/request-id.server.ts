import { AsyncLocalStorage } from 'node:async_hooks';

const requestId = new AsyncLocalStorage<string>();

export function runWithRequestId<T>(id: string, work: () => T): T {
  return requestId.run(id, work);
}

/** Undefined outside a request, as in a periodic job. */
export function findRequestId(): string | undefined {
  return requestId.getStore();
}
