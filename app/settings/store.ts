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
  databasePoolSize: setting('DATABASE_POOL_SIZE', wholeNumber(1, 200, 10)),
};
