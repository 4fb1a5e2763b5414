import type { EmbeddedContext } from '~/backend/embedded/context';
import { reconcileDaily } from './daily-reconciliation.server';
import { followSettlement } from './follow-settlement.server';
import { adoptSubmitted, findDue, saveSettlement } from './settlement-store.server';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Look-ups per round. */
const LOOKUPS_PER_ROUND = 20;
/** Wait before a failed look-up is retried. */
const RETRY_MS = 15 * MINUTE_MS;
/** The first round of a process looks for submitted but unfollowed payments this far back. Later rounds cover only the last hours. */
const FIRST_ADOPTION_MS = 60 * DAY_MS;
const ADOPTION_MS = 2 * HOUR_MS;

/** Follows submitted payments even if the provider sends no messages, and reconciles once a day. */
export function createSettlementRounds(context: EmbeddedContext) {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let adoptionMs = FIRST_ADOPTION_MS;

  async function round(): Promise<void> {
    const { now } = await context.storeClock.read(context.db);
    const since = new Date(now.getTime() - adoptionMs).toISOString();
    await adoptSubmitted(context.db, since, () => !isStopped);
    adoptionMs = ADOPTION_MS;
    for (const settlement of await findDue(context.db, now.toISOString(), LOOKUPS_PER_ROUND)) {
      if (isStopped) return;
      const next_look_at = new Date(now.getTime() + RETRY_MS).toISOString();
      // Only the process that advances the time calls the provider. A failed look-up ends the round, because the
      // provider does not respond.
      if (await saveSettlement(context.db, settlement, { next_look_at }))
        await followSettlement(context, settlement.order_id);
    }
    if (!isStopped) await reconcileDaily(context);
  }

  /** Runs one round at a time. */
  function run(): Promise<void> {
    running ??= round().finally(() => (running = undefined));
    return running;
  }

  return {
    run,
    /** Starts a round without waiting for it. Call it at start and every minute. */
    start(): void {
      if (isStopped || running) return;
      run().catch((cause: unknown) => context.report({ event: 'settlement-round-failed', cause }));
    },
    /** Waits for the current look-up and starts no more. Call it before the store is closed. */
    async stop(): Promise<void> {
      isStopped = true;
      await running?.catch(() => undefined);
    },
  };
}
