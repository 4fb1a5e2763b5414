import { performance } from 'node:perf_hooks';

/** Longer waits count as too long. */
const TARGET_MS = 500;
/**
 * Waits must be too long for this time before the site counts as overloaded. At four times capacity waits grow by 0.8 s
 * a second. After a whole second, more than 1 % of a minute's visitors would wait longer than a second.
 */
const PATIENCE_MS = 700;
/** How long the site then counts as overloaded. */
const INTERVAL_MS = 1_000;
/** Waits reach this length only if turning new visitors away did not help. */
const SEVERE_MS = 2_000;
/** The maximum duration of a burst. */
const MAX_BURST_MS = 4_000;
/** Rejecting these takes about as long as rendering a page. */
const MAX_REJECTED = 25;
/** Node accepts a connection in one turn of the event loop and reads its request in the next. */
const QUIET_TURNS = 2;
/** The maximum number of turns between two requests. */
const MAX_TURNS = 50;

/** `high`: the request waited too long on an overloaded site. */
export type Load = 'normal' | 'high' | 'severe';

/** @returns whether the request is served; false if it is turned away or its client is gone */
type Begin = (load: Load) => boolean;

export interface WaitingLine {
  /** Calls `begin` in the order of arrival. */
  join(begin: Begin): void;
}

/** Begins each request immediately. */
export const NO_LINE: WaitingLine = { join: (begin) => void begin('normal') };

interface LineOptions {
  now?: () => number;
  onNextTurn?: (work: () => void) => void;
  /** Called with the milliseconds that each request waited. */
  onWaited?: (ms: number) => void;
}

/**
 * Reads all requests that have arrived before it begins the next one. Otherwise Node accepts one connection in each
 * turn of the event loop and renders its page in the next. Requests would then wait in the kernel, where their wait
 * cannot be measured (docs/decisions/0020).
 */
export function openLine({
  now = () => performance.now(),
  onNextTurn = setImmediate,
  onWaited = () => undefined,
}: LineOptions = {}): WaitingLine {
  const line: { arrivedAt: number; begin: Begin }[] = [];
  const overload = watchOverload();
  /** When a request last began; undefined while nothing waits. */
  let begunAt: number | undefined;
  let turns = 0;
  let quietTurns = 0;

  return {
    join(begin) {
      overload.countArrival();
      quietTurns = 0;
      // This request may have waited in the kernel while the previous one was served.
      line.push({ arrivedAt: begunAt ?? now(), begin });
      if (begunAt === undefined) beginNext();
    },
  };

  function readArrived(): void {
    turns += 1;
    quietTurns += 1;
    if (quietTurns <= QUIET_TURNS && turns < MAX_TURNS) onNextTurn(readArrived);
    else if (line.length === 0) begunAt = undefined;
    else beginNext();
  }

  function beginNext(): void {
    begunAt = now();
    turns = 0;
    quietTurns = 0;
    onNextTurn(readArrived);
    for (let rejected = 0; rejected < MAX_REJECTED; rejected += 1) {
      const first = line.shift();
      if (!first) return;
      const waited = begunAt - first.arrivedAt;
      onWaited(waited);
      if (first.begin(overload.judge(waited, begunAt))) return;
    }
  }
}

/** Follows CoDel (RFC 8289): a wait that stays too long shows an overload, a single long wait does not. */
function watchOverload() {
  /** The start of a period in which every wait was too long, with the number of requests that arrived and began in it. */
  let tooLong: { since: number; arrived: number; begun: number } | undefined;
  let overloadedUntil = -Infinity;

  return {
    countArrival(): void {
      if (tooLong) tooLong.arrived += 1;
    },
    judge(waited: number, at: number): Load {
      if (waited <= TARGET_MS) {
        tooLong = undefined;
        return 'normal';
      }
      tooLong ??= { since: at, arrived: 0, begun: 0 };
      tooLong.begun += 1;
      if (at < overloadedUntil || isPersistent(tooLong, at) || waited > MAX_BURST_MS)
        overloadedUntil = at + INTERVAL_MS;
      if (at >= overloadedUntil) return 'normal';
      return waited > SEVERE_MS ? 'severe' : 'high';
    },
  };
}

/** Few requests arrive while a burst is served, so a burst on a slow machine does not count as an overload. */
function isPersistent(
  { since, arrived, begun }: { since: number; arrived: number; begun: number },
  at: number,
): boolean {
  return at - since >= PATIENCE_MS && arrived > begun / 2;
}
