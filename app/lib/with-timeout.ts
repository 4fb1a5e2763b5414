import { timeout, TimeoutStrategy } from 'cockatiel';

/**
 * Rejects with `createError()` when the work takes too long, and aborts the signal that the work was given. The signal alone is not enough:
 * once the headers are there, Node 20's `fetch` holds its signal weakly, and a collected signal aborts nothing.
 */
export async function withTimeout<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  createError = () => new Error(`no answer within ${limitMs} ms`),
): Promise<T> {
  const deadline = timeout(limitMs, TimeoutStrategy.Aggressive);
  let isLate = false;
  deadline.onTimeout(() => (isLate = true));
  try {
    return await deadline.execute(({ signal }) => work(signal));
  } catch (error) {
    // Work that heeds the signal fails as well, and which of the two errors arrives is chance.
    throw isLate ? createError() : error;
  }
}
