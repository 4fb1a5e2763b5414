import type { Clock } from '~/domain/clock';

const HOUR = 60 * 60 * 1000;

/**
 * How cookies of 0.1.0 are treated (docs/decisions/0046):
 * - `beside`: processes of 0.1.0 may still answer, and know their own cookies alone. Those are written; both are read.
 * - `moving`: both are read, and an older one is replaced.
 * - `over`: an older one is as absent.
 */
export type CookiePhase = 'beside' | 'moving' | 'over';

/** How long the replicas of 0.1.0 may take to be replaced. */
const ROLLING_UPGRADE_MS = HOUR;

/** @param upgradedAt undefined where there was no upgrade */
export function cookiePhases(
  upgradedAt: Date | undefined,
  { clock, joinMaxHours }: { clock: Clock; joinMaxHours: number },
): () => CookiePhase {
  if (!upgradedAt) return () => 'over';
  return () => {
    const age = clock.now().getTime() - upgradedAt.getTime();
    if (age >= joinMaxHours * HOUR) return 'over';
    return age < ROLLING_UPGRADE_MS ? 'beside' : 'moving';
  };
}
