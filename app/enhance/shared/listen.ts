type Listener = readonly [target: EventTarget, type: string, listener: (event: Event) => void];

/** Listens to several events at once. @returns a function that removes the listeners */
export function listen(listeners: readonly Listener[]): () => void {
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

/** Delays work until it has not been requested for a while. */
export function createDelay(milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    start(work: () => void) {
      stop();
      timer = setTimeout(work, milliseconds);
    },
    stop,
  };
}

/** Results within this time need no progress message. */
const PATIENCE_MS = 400;

/**
 * Waits for work, and reports if it takes long.
 *
 * @param report called once, if the work is not done in time
 */
export async function whenLate<Result>(work: Promise<Result>, report: () => void): Promise<Result> {
  const timer = setTimeout(report, PATIENCE_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
