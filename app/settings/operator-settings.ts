import { session } from './session';
import { readTable } from './setting-tables';
import { store } from './store';

const { dataDir, databaseUrl } = store;
const { sessionSecrets } = session;

/** What an operator's command has to know: where the store is, and what opens what is sealed in it. */
const operatorSettings = { dataDir, databaseUrl, sessionSecrets };

export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/**
 * Reads these settings alone, by the server's rules: a command needs no further ones to be right, or set at all.
 *
 * @param env usually `process.env`
 * @throws Error that names every fault, and no value
 */
export function readOperatorSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { values, faults } = readTable(operatorSettings, given);
  if (faults.length > 0) throw new Error(faults.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  return values;
}
