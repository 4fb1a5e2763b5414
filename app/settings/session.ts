import { wholeNumber } from './kinds/plain';
import { secrets } from './kinds/secrets';
import { isRealSite } from './server';
import { defaultOf, setting, type Clash, type Given, type VariableOf } from './setting';

/** For how long answers are kept, and what seals them. */
export const session = {
  /** From the environment; `loadOrMakeSecrets` makes one where this is empty. */
  sessionSecrets: setting('SESSION_SECRET', secrets),
  joinIdleMinutes: setting('JOIN_IDLE_MINUTES', wholeNumber(5, 1440, 120)),
  joinMaxHours: setting('JOIN_MAX_HOURS', wholeNumber(1, 168, 24)),
};

export function sessionClashes(given: Given): Clash<VariableOf<typeof session>>[] {
  const isMissing = given.SESSION_SECRET === undefined;
  const hasDatabase = given.DATABASE_URL !== undefined;
  const idleMinutes = Number(given.JOIN_IDLE_MINUTES ?? defaultOf(session.joinIdleMinutes));
  const maxHours = Number(given.JOIN_MAX_HOURS ?? defaultOf(session.joinMaxHours));
  return [
    ['SESSION_SECRET', isMissing && !hasDatabase && isRealSite(given), 'is required in production'],
    ['SESSION_SECRET', isMissing && hasDatabase, 'is required where DATABASE_URL is set, the same for every process'],
    ['JOIN_IDLE_MINUTES', idleMinutes > maxHours * 60, 'must not be longer than JOIN_MAX_HOURS'],
  ];
}
