import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { FilledStore } from './sites';

const HASTEN = fileURLToPath(new URL('hasten.mjs', import.meta.url));

export interface Pauses {
  /** Milliseconds for which the loop did not turn, the time left out in which the processor was given to others. */
  longestMs: number;
  /** The most work in one of them: the rest waited for the disk. */
  longestWorkMs: number;
  /** With the time in which the processor was given to others. */
  longestWallMs: number;
  /** How many were longer than 50 ms, by the first measure. */
  tooLong: number;
}

const TOO_LONG_MS = 50;

interface SeenPause {
  until: number;
  heldMs: number;
  ownMs: number;
  ranMs: number;
}

/**
 * Lets a server recover payments, follow settlements and purge, every two seconds, until `isDone`, and tells how long its event loop stood.
 *
 * @param ms for which it is watched at least
 */
export async function watchRounds(store: FilledStore, ms: number, isDone: () => Promise<boolean>): Promise<Pauses> {
  const site = await store.start({ preload: [HASTEN], env: { BENCH_WATCH: 'on' } });
  const readyAt = Date.now();
  try {
    await pause(ms);
    while (!(await isDone())) await pause(1_000);
    const pauses = (await site.ask<SeenPause[]>('pauses')).filter(
      ({ until, heldMs }) => until - heldMs > readyAt - TOO_LONG_MS,
    );
    return {
      longestMs: Math.max(0, ...pauses.map(({ ownMs }) => ownMs)),
      longestWorkMs: Math.max(0, ...pauses.map(({ ranMs }) => ranMs)),
      longestWallMs: Math.max(0, ...pauses.map(({ heldMs }) => heldMs)),
      tooLong: pauses.filter(({ ownMs }) => ownMs > TOO_LONG_MS).length,
    };
  } finally {
    await site.stop();
  }
}
