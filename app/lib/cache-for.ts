/** All callers within `forMs` share one run of the check, even if it takes longer. */
export function cacheFor(forMs: number, check: () => Promise<void>): () => Promise<void> {
  let shared: Promise<void> | undefined;
  let began = 0;
  let isSettled = true;
  return () => {
    if (shared && (!isSettled || performance.now() - began < forMs)) return shared;
    began = performance.now();
    isSettled = false;
    shared = check().finally(() => (isSettled = true));
    // The caller may have stopped waiting.
    shared.catch(() => undefined);
    return shared;
  };
}
