/**
 * What the work resolves to, unless it takes longer than the limit. A signal alone is no limit: once the head of an answer is there,
 * Node 20's `fetch` holds its signal weakly, and a collected one ends nothing.
 *
 * @throws Error when it does, or what `makeLate` makes
 */
export async function withTimeout<T>(
  limitMs: number,
  work: () => Promise<T>,
  makeLate = () => new Error(`no answer within ${limitMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(makeLate()), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
