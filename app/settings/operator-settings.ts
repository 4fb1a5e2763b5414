import { z } from 'zod';
import { settings } from './settings';

const operatorSettings = z.object({
  DATA_DIR: settings.DATA_DIR,
  DATABASE_URL: settings.DATABASE_URL,
  SESSION_SECRET: settings.SESSION_SECRET,
});

/** What an operator's command has to know: where the store is, and what opens what is sealed in it. */
export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/**
 * Reads these settings alone, by the server's rules: a command needs no further ones to be right, or set at all.
 *
 * @param env usually `process.env`
 * @throws Error that names every fault, and no value
 */
export function readOperatorSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { data, error } = operatorSettings.safeParse(given);
  if (error) throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  return {
    /** An absolute path. */
    dataDir: data.DATA_DIR,
    /** Where Postgres is; without it the store is SQLite in the folder. */
    databaseUrl: data.DATABASE_URL,
    sessionSecrets: data.SESSION_SECRET,
  };
}
