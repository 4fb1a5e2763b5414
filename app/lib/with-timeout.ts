import { timeout, TimeoutStrategy } from 'cockatiel';

/**
 * Rejects with `createError()` if the work takes too long, and aborts the work's signal. The signal is not enough: after the headers
 * arrive, Node 20's `fetch` only holds a weak reference to it, and a garbage-collected signal aborts nothing.
 */
export async function withTimeout<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  createError = () => new Error(`no response within ${limitMs} ms`),
): Promise<T> {
  const deadline = timeout(limitMs, TimeoutStrategy.Aggressive);
  let isLate = false;
  deadline.onTimeout(() => (isLate = true));
  try {
    return await deadline.execute(({ signal }) => work(signal));
  } catch (error) {
    // Work that observes the signal fails too, so either error may arrive first.
    throw isLate ? createError() : error;
  }
}
