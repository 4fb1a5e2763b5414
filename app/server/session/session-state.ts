import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { JoinState } from '~/journeys/join-state';
import type { ProfessionalState } from '~/journeys/professional';
import type { Configuration } from '~/settings/configuration.server';

export type SessionState = JoinState & ProfessionalState;

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** A paid visitor can choose credentials for as long as the mailed link works. */
const PAID_LIFETIME = CREDENTIALS_DAYS * 24 * HOUR;

/** Idle and absolute timeout (docs/decisions/0005). The latter begins again when the check of a payment finds that it was not paid. */
export function sessionExpiry({
  joinIdleMinutes,
  joinMaxHours,
}: Pick<Configuration, 'joinIdleMinutes' | 'joinMaxHours'>) {
  return (state: JoinState, createdAt: Date, now: Date): Date => {
    if (state.paid || state.attempt) return new Date(createdAt.getTime() + PAID_LIFETIME);
    const idle = now.getTime() + joinIdleMinutes * MINUTE;
    const began = Math.max(createdAt.getTime(), state.checkedAt ?? 0);
    return new Date(Math.min(idle, began + joinMaxHours * HOUR));
  };
}
