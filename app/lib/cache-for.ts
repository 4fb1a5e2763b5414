/**
 * A check that whoever asks shares with all who ask within the same time: it is made once, and holds or fails for all of them. So no probe
 * can hammer what it asks about.
 *
 * @param forMs how long an outcome counts, from when the check began, or as long as it takes
 */
export function cacheFor(forMs: number, check: () => Promise<void>): () => Promise<void> {
  let shared: Promise<void> | undefined;
  let began = 0;
  let isOver = true;
  return () => {
    if (shared && (!isOver || performance.now() - began < forMs)) return shared;
    began = performance.now();
    isOver = false;
    shared = check().finally(() => (isOver = true));
    // Whoever asked may have stopped waiting.
    shared.catch(() => undefined);
    return shared;
  };
}
