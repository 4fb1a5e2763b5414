/** What the work resolves to, unless it takes longer than the limit. @throws Error when it does, or what `makeLate` makes */
export async function within<T>(
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
