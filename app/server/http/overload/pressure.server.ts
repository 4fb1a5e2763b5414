import { performance } from 'node:perf_hooks';

/** How often the event loop is looked at. */
const EVERY_MS = 20;
/** A page takes milliseconds, so that one who waits so long waits for many others. */
const HIGH_MS = 100;
const SEVERE_MS = 400;
/** The share of its time that the loop works, from which it has no rest. A page is made in pieces, so the loop need not be late. */
const NO_REST = 0.9;
/** Over so long. */
const SHARE_OF_MS = 100;
/** With fewer requests at a time a late loop is the fault of the disk or of another process, and turning somebody away mends nothing. */
const FEWEST = 8;
/** Pages of new visitors that are made at the same time while the loop has no rest. */
const MOST_NEW = 3;

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
export function watchPressure(
  now: () => number = () => performance.now(),
  measureShare: () => number = shareMeter(),
): Pressure {
  let last = now();
  let measured = now();
  let share = 0;
  let late = 0;
  let all = 0;
  let fresh = 0;
  setInterval(() => {
    late = lateness();
    last = now();
    if (last - measured < SHARE_OF_MS) return;
    share = measureShare();
    measured = last;
  }, EVERY_MS).unref();
  const lateness = () => Math.max(now() - last - EVERY_MS, 0);
  // Within a turn of the loop the timer says nothing, and the time since its last tick does.
  const lag = () => Math.max(late, lateness());
  return {
    isHigh: () => (all >= FEWEST && lag() > HIGH_MS) || (fresh >= MOST_NEW && (share > NO_REST || lag() > EVERY_MS)),
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

/** @returns call it for the share of its time that the loop worked since the last call */
function shareMeter(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return utilization;
  };
}
