import { setImmediate } from 'node:timers/promises';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findAbandonedAttempts } from './attempt-leases.server';
import { isUnfinished, recheckAttempt, recoverAttempt } from './attempt-runner.server';
import { findDueLooks } from './later-looks.server';

export interface RecoveryRound {
  /** Abandoned attempts. */
  found: number;
  /** Of those that were worked on. */
  unfinished: number;
}

export interface Recovery {
  /**
   * Resolves abandoned attempts: those of killed processes and those with an unknown outcome; and looks up again those that were closed as
   * not taken. Does nothing while it waits for a silent provider, and joins a round that is under way.
   */
  run(): Promise<RecoveryRound>;
  /** Begins nothing more. Resolves when what was begun is over. */
  stop(): Promise<void>;
}

/** Attempts of one round. The next one goes on. */
const AT_MOST = 200;
/** Attempts at once, so that visitors' payments still find connections. */
const AT_ONCE = 4;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

type Work = (context: EmbeddedContext) => Promise<void>;

/**
 * Recovery of one process: one round at a time, a few attempts at once. A provider that does not answer ends a round early. The next one
 * then comes by itself, after a wait that doubles up to five minutes, until the provider answers.
 */
export function createRecovery(context: EmbeddedContext): Recovery {
  let running: Promise<RecoveryRound> | undefined;
  let waitMs = 0;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start(): Promise<RecoveryRound> {
    running ??= round().finally(() => (running = undefined));
    return running;
  }

  async function round(): Promise<RecoveryRound> {
    clearTimeout(retry);
    retry = undefined;
    const orderIds = await findAbandonedAttempts(context.db, context.storeClock, AT_MOST);
    const looks = await findDueLooks(context.db, context.storeClock, AT_MOST);
    let unfinished = 0;
    const work: Work[] = [
      ...orderIds.map((orderId): Work => async (ofRound) => {
        const attempt = await recoverAttempt(ofRound, orderId);
        if (attempt && isUnfinished(attempt)) unfinished += 1;
      }),
      ...looks.map(
        (orderId): Work =>
          async (ofRound) =>
            void (await recheckAttempt(ofRound, orderId)),
      ),
    ];
    const isProviderSilent = await doAll(work);
    waitMs = isProviderSilent ? waitAfter(waitMs) : 0;
    if (isProviderSilent && !isStopped) {
      retry = setTimeout(() => void start().catch(report), waitMs).unref();
    }
    return { found: orderIds.length, unfinished };
  }

  /** @returns whether the provider answered nothing, or nothing any more */
  async function doAll(work: Work[]): Promise<boolean> {
    let unanswered = 0;
    let wasAnswered = false;
    // One attempt may fail by itself; a provider that answers none of those at work is silent.
    const isSilent = () => unanswered >= AT_ONCE;
    const ofRound: EmbeddedContext = {
      ...context,
      providerAnswered(isAnswer) {
        unanswered = isAnswer ? 0 : unanswered + 1;
        wasAnswered ||= isAnswer;
      },
    };
    const worker = async () => {
      for (let next = work.shift(); next && !isSilent() && !isStopped; next = work.shift()) {
        await next(ofRound);
        // Neither SQLite nor the sandbox lets the event loop turn, so without this a round is one pause.
        await setImmediate();
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return isSilent() || (unanswered > 0 && !wasAnswered);
  }

  const report = (cause: unknown) => context.report({ event: 'recovery-failed', cause });

  return {
    run: () => (isStopped || retry ? Promise.resolve({ found: 0, unfinished: 0 }) : start()),
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await running?.catch(() => undefined);
    },
  };
}

/** Milliseconds until the next round after one in which the provider was silent, given the wait before that one. */
export function waitAfter(waitMs: number): number {
  return Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
}
