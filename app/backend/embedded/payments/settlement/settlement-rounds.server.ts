import type { EmbeddedContext } from '~/backend/embedded/context';
import { reconcileDaily } from './daily-reconciliation.server';
import { followSettlement } from './follow-settlement.server';
import { adoptSubmitted, findDue, saveSettlement } from './settlement-store.server';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Look-ups of one round. */
const LOOKS_A_ROUND = 20;
/** A look-up that came to no end is made again after this time. */
const RETRY_MS = 15 * MINUTE_MS;
/** The first round of a process looks for submitted payments of this time that nobody follows; later ones at the last hours alone. */
const FIRST_ADOPTION_MS = 60 * DAY_MS;
const ADOPTION_MS = 2 * HOUR_MS;

/** Follows submitted payments where the provider sends no message, and reconciles once a day. */
export function createSettlementRounds(context: EmbeddedContext) {
  let running: Promise<void> | undefined;
  let isStopped = false;
  let adoptionMs = FIRST_ADOPTION_MS;

  async function round(): Promise<void> {
    const now = context.clock.now();
    const since = new Date(now.getTime() - adoptionMs).toISOString();
    await adoptSubmitted(context.db, since, () => !isStopped);
    adoptionMs = ADOPTION_MS;
    for (const settlement of await findDue(context.db, now.toISOString(), LOOKS_A_ROUND)) {
      if (isStopped) return;
      const next_look_at = new Date(now.getTime() + RETRY_MS).toISOString();
      // Whoever moves the time looks. A look-up that fails ends the round: the provider does not answer.
      if (await saveSettlement(context.db, settlement, { next_look_at }))
        await followSettlement(context, settlement.order_id);
    }
    if (!isStopped) await reconcileDaily(context);
  }

  /** This process runs one round at a time. */
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
    /** Waits for the look-up under way and begins no other. Call it before the store is closed. */
    async stop(): Promise<void> {
      isStopped = true;
      await running?.catch(() => undefined);
    },
  };
}
