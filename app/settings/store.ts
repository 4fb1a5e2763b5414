import { resolve } from 'node:path';
import { text, wholeNumber } from './kinds/plain';
import {
  databaseAddress,
  isUnclearDatabase,
  isWeakSecret,
  SECRET_MISSING,
  secrets,
  SHARED_SECRET_MISSING,
  splitSecrets,
  UNCLEAR_DATABASE_FAULT,
  WEAK_SECRET_FAULT,
} from './kinds/secrets';
import { secretSetting, setting, defaultOf, type Clash, type RawSettings, type VariableOf } from './setting';
import { isRealSite } from './server';

export const store = {
  dataDir: setting(
    'DATA_DIR',
    text(1000, './data').transform((path) => resolve(path)),
  ),
  /** Undefined means SQLite in `dataDir`. */
  databaseUrl: secretSetting('DATABASE_URL', databaseAddress.optional()),
  /** In megabytes. With less free space, only visitors with a session can continue. */
  diskFloorMegabytes: setting('DISK_FLOOR_MB', wholeNumber(0, 999_999_999, 200)),
  databasePoolSize: setting('DATABASE_POOL_SIZE', wholeNumber(1, 200, 10)),
};

export function storeClashes({ DATABASE_URL = '', ...raw }: RawSettings): Clash<VariableOf<typeof store>>[] {
  return [['DATABASE_URL', isRealSite(raw) && isUnclearDatabase(DATABASE_URL), UNCLEAR_DATABASE_FAULT]];
}

export const session = {
  /** If empty, `loadOrCreateSecrets` creates one. */
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
    ['SESSION_SECRET', isMissing && !hasDatabase && isRealSite(raw), SECRET_MISSING],
    ['SESSION_SECRET', isMissing && hasDatabase, SHARED_SECRET_MISSING],
    ['SESSION_SECRET', isRealSite(raw) && splitSecrets(raw.SESSION_SECRET).some(isWeakSecret), WEAK_SECRET_FAULT],
    ['JOIN_IDLE_MINUTES', idleMinutes > maxHours * 60, 'must not be longer than JOIN_MAX_HOURS'],
  ];
}
