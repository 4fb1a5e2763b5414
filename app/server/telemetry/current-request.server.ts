import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing/span';

export interface CurrentRequest {
  id: string;
  /** The request's, or that of the call which is being made for it. */
  span: Span;
}

const current = new AsyncLocalStorage<CurrentRequest>();

export function runInRequest<T>(request: CurrentRequest, work: () => T): T {
  return current.run(request, work);
}

/** Undefined outside a request, as in a periodic job. */
export function findCurrentRequest(): CurrentRequest | undefined {
  return current.getStore();
}
