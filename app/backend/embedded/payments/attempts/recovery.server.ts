import { setImmediate } from 'node:timers/promises';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findAbandonedAttempts } from './attempt-leases.server';
import { isUnfinished, recheckAttempt, recoverAttempt } from './attempt-runner.server';
import { findDueLooks } from './later-looks.server';

export interface RecoveryRound {
  /** Abandoned attempts. */
  found: number;
  /** The number of found attempts that were processed. */
  unfinished: number;
}

export interface Recovery {
  /**
   * Resolves abandoned attempts, from killed processes or with an unknown outcome, and looks up again those that were closed as not taken.
   * Does nothing while it waits for a silent provider, and joins a running round.
   */
  run(): Promise<RecoveryRound>;
  /** Starts no more work. Resolves when the current work is done. */
  stop(): Promise<void>;
}

/** Attempts per round. The next round continues. */
const MAX_PER_ROUND = 200;
/** Concurrent attempts. Kept low, so that connections remain for visitors' payments. */
const CONCURRENCY = 4;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

type Work = (context: EmbeddedContext) => Promise<void>;

/**
 * Recovery of one process: one round at a time, a few attempts at once. A provider that does not respond ends a round early. The next round
 * then starts after a wait that doubles up to five minutes, until the provider responds.
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
    const orderIds = await findAbandonedAttempts(context.db, context.storeClock, MAX_PER_ROUND);
    const dueLookups = await findDueLooks(context.db, context.storeClock, MAX_PER_ROUND);
    let unfinished = 0;
    const work: Work[] = [
      ...orderIds.map((orderId): Work => async (roundContext) => {
        const attempt = await recoverAttempt(roundContext, orderId);
        if (attempt && isUnfinished(attempt)) unfinished += 1;
      }),
      ...dueLookups.map(
        (orderId): Work =>
          async (roundContext) =>
            void (await recheckAttempt(roundContext, orderId)),
      ),
    ];
    const isProviderSilent = await runAll(work);
    waitMs = isProviderSilent ? waitAfter(waitMs) : 0;
    if (isProviderSilent && !isStopped) {
      retry = setTimeout(() => void start().catch(report), waitMs).unref();
    }
    return { found: orderIds.length, unfinished };
  }

  /** @returns whether the provider did not respond, or stopped responding */
  async function runAll(work: Work[]): Promise<boolean> {
    let unanswered = 0;
    let wasAnswered = false;
    // A single attempt may fail for other reasons. The provider counts as silent only if it responds to none of the current attempts.
    const isSilent = () => unanswered >= CONCURRENCY;
    const roundContext: EmbeddedContext = {
      ...context,
      providerAnswered(isAnswer) {
        unanswered = isAnswer ? 0 : unanswered + 1;
        wasAnswered ||= isAnswer;
      },
    };
    const worker = async () => {
      for (let next = work.shift(); next && !isSilent() && !isStopped; next = work.shift()) {
        await next(roundContext);
        // SQLite and the sandbox never yield to the event loop, so without this a round would block it.
        await setImmediate();
      }
    };
    const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
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

/** Milliseconds until the next round after one in which the provider was silent. */
export function waitAfter(waitMs: number): number {
  return Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
}
