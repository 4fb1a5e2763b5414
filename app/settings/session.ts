import { wholeNumber } from './kinds/plain';
import { secrets } from './kinds/secrets';
import { isRealSite } from './server';
import { defaultOf, secretSetting, setting, type Clash, type RawSettings, type VariableOf } from './setting';

export const session = {
  /** Where it is empty, `loadOrCreateSecrets` creates one. */
  sessionSecrets: secretSetting('SESSION_SECRET', secrets),
  joinIdleMinutes: setting('JOIN_IDLE_MINUTES', wholeNumber(5, 1440, 120)),
  joinMaxHours: setting('JOIN_MAX_HOURS', wholeNumber(1, 168, 24)),
};

export function sessionClashes(raw: RawSettings): Clash<VariableOf<typeof session>>[] {
  const isMissing = raw.SESSION_SECRET === undefined;
  const hasDatabase = raw.DATABASE_URL !== undefined;
  const idleMinutes = Number(raw.JOIN_IDLE_MINUTES ?? defaultOf(session.joinIdleMinutes));
  const maxHours = Number(raw.JOIN_MAX_HOURS ?? defaultOf(session.joinMaxHours));
  return [
    ['SESSION_SECRET', isMissing && !hasDatabase && isRealSite(raw), 'is required in production'],
    ['SESSION_SECRET', isMissing && hasDatabase, 'is required where DATABASE_URL is set, the same for every process'],
    ['JOIN_IDLE_MINUTES', idleMinutes > maxHours * 60, 'must not be longer than JOIN_MAX_HOURS'],
  ];
}
