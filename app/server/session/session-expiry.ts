import type { JoinState } from '~/journeys/join-state';
import type { Configuration } from '~/settings/configuration.server';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** What is paid does not end with the join state: the credentials can be chosen for as long as their token lives. */
const PAID = 30 * 24 * HOUR;

/** When a session ends: after being idle, and at the latest some hours after it began (docs/decisions/0005). */
export function sessionExpiry({
  joinIdleMinutes,
  joinMaxHours,
}: Pick<Configuration, 'joinIdleMinutes' | 'joinMaxHours'>) {
  return (state: JoinState, createdAt: Date, now: Date): Date => {
    if (state.paid || state.attempt) return new Date(createdAt.getTime() + PAID);
    const idle = now.getTime() + joinIdleMinutes * MINUTE;
    return new Date(Math.min(idle, createdAt.getTime() + joinMaxHours * HOUR));
  };
}
