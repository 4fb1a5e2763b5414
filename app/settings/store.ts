import { resolve } from 'node:path';
import { text, wholeNumber } from './kinds/plain';
import { databaseAddress } from './kinds/secrets';
import { secretSetting, setting } from './setting';

export const store = {
  dataDir: setting(
    'DATA_DIR',
    text(1000, './data').transform((path) => resolve(path)),
  ),
  /** Undefined: SQLite in `dataDir`. */
  databaseUrl: secretSetting('DATABASE_URL', databaseAddress.optional()),
  /** Megabytes below which only those go on who have begun. */
  diskFloorMegabytes: setting('DISK_FLOOR_MB', wholeNumber(0, 999_999_999, 200)),
  databasePoolSize: setting('DATABASE_POOL_SIZE', wholeNumber(1, 200, 10)),
};
