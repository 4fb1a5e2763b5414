type Listener = readonly [target: EventTarget, type: string, listener: (event: Event) => void];

/** Listens to several events at once. @returns a function that removes the listeners */
export function listen(listeners: readonly Listener[]): () => void {
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

/** Runs work once no more has been requested for a while. */
export function createDebounce(milliseconds: number) {
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
const PROGRESS_DELAY_MS = 400;

/**
 * Waits for work, and reports if it takes long.
 *
 * @param report called once, if the work is not done in time
 */
export async function reportIfLate<Result>(work: Promise<Result>, report: () => void): Promise<Result> {
  const timer = setTimeout(report, PROGRESS_DELAY_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
