import { backend, peppersOf } from './backend';
import { session } from './session';
import { readTable } from './setting-tables';
import { store } from './store';

const { dataDir, databaseUrl } = store;
const { sessionSecrets } = session;
const { pepper } = backend;

const operatorSettings = { dataDir, databaseUrl, sessionSecrets, pepper };

export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

/** Only what operators' commands need, so that the server's other settings need not be set. @throws Error that names every fault */
export function readOperatorSettings(env: Readonly<Record<string, string | undefined>>) {
  const raw = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { values, faults } = readTable(operatorSettings, raw);
  if (faults.length > 0) throw new Error(faults.map(({ variable, fault }) => `${variable}: ${fault}`).join('\n'));
  return { ...values, peppers: peppersOf(values.pepper) };
}
