/** How often the event loop is looked at. */
const EVERY_MS = 20;
/** A page takes milliseconds, so that one who waits so long waits for many others. */
const HIGH_MS = 100;
const SEVERE_MS = 400;
/** With fewer requests at a time a late loop is the fault of the disk or of another process, and turning somebody away mends nothing. */
const FEWEST = 8;
/** Pages of new visitors that are made at the same time while the loop has no rest. */
const MOST_NEW = 8;

export interface Pressure {
  /** New visitors are asked to come back. */
  isHigh(): boolean;
  /** So is everybody who does not pay. */
  isSevere(): boolean;
  /** A request is being answered. @returns call it once when its answer is out */
  enter(isNew: boolean): () => void;
}

/** Where nobody is to be turned away. */
export const NO_PRESSURE: Pressure = { isHigh: () => false, isSevere: () => false, enter: () => () => undefined };

/**
 * How late the event loop is, and how many wait in it. A slow backend or provider is no pressure: whoever waits for those keeps nobody else
 * waiting.
 */
export function watchPressure(now: () => number = () => performance.now()): Pressure {
  let last = now();
  let late = 0;
  let all = 0;
  let fresh = 0;
  setInterval(() => {
    late = lateness();
    last = now();
  }, EVERY_MS).unref();
  const lateness = () => Math.max(now() - last - EVERY_MS, 0);
  // Within a turn of the loop the timer says nothing, and the time since its last tick does.
  const lag = () => Math.max(late, lateness());
  return {
    isHigh: () => (all >= FEWEST && lag() > HIGH_MS) || (fresh >= MOST_NEW && lag() > EVERY_MS),
    isSevere: () => all >= FEWEST && lag() > SEVERE_MS,
    enter(isNew) {
      const one = isNew ? 1 : 0;
      all += 1;
      fresh += one;
      return () => {
        all -= 1;
        fresh -= one;
      };
    },
  };
}
