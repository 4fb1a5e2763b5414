/** What comes within this time needs no word that it is coming. */
const PATIENCE_MS = 400;

/**
 * Waits for work, and says so where it takes long.
 *
 * @param tell called once, where the work is not done in time
 */
export async function whenLate<Result>(work: Promise<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
