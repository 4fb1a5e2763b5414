/**
 * Rejects with `createError()` when the work takes too long. An AbortSignal alone is not enough: once the headers are there, Node 20's
 * `fetch` holds its signal weakly, and a collected signal aborts nothing.
 */
export async function withTimeout<T>(
  limitMs: number,
  work: () => Promise<T>,
  createError = () => new Error(`no answer within ${limitMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), limitMs);
  });
  try {
    return await Promise.race([work(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
