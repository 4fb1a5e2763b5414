import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing/span';

/** The labels of a request's log lines, in addition to its ids. Set as they become known. */
export interface RequestLabels {
  /** The reference of the sign-up that the request belongs to. */
  signUp?: string | undefined;
  /** The payment that the request works on. */
  orderId?: string | undefined;
  /** The number of the payment within its sign-up. */
  attempt?: number | undefined;
}

export interface CurrentRequest {
  id: string;
  /** The span of the request, or of its current call. */
  span: Span;
  labels: RequestLabels;
  /** Milliseconds left for backend calls. Infinity after the response, because later work delays no visitor. */
  timeLeft(): number;
}

const current = new AsyncLocalStorage<CurrentRequest>();

export function runInRequest<T>(request: CurrentRequest, work: () => T): T {
  return current.run(request, work);
}

/** Undefined outside a request, as in a periodic job. */
export function findCurrentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/** Adds labels to later log lines of the current request. */
export function labelRequest(labels: RequestLabels): void {
  Object.assign(current.getStore()?.labels ?? {}, labels);
}
