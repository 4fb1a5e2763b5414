import { fileURLToPath } from 'node:url';
import { type Command, type Terminal, runCommand } from '~/commands/operate/command';
import { systemClock } from '~/domain/clock';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Given = Partial<Pick<Terminal, 'clock' | 'storeClock' | 'ask' | 'progress'>>;

/** Runs an operator's command in this process, without a terminal unless `ask` is given. @returns its exit code and output */
export async function callCommand(command: Command, args: string[], env: Terminal['env'] = {}, given: Given = {}) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(`${text}\n`);
  const code = await runCommand(command, args, {
    env,
    root: ROOT,
    clock: systemClock,
    print,
    printError: print,
    ...given,
  });
  return { code, said: lines.join('') };
}

/** Does the same for a test's store: SQLite's folder is the last argument, Postgres and its folder are settings. */
export function callCommandOn(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  command: Command,
  args: string[],
  { env, ...given }: Given & { env?: Terminal['env'] } = {},
) {
  return databaseUrl === undefined
    ? callCommand(command, [...args, dataDir], env, given)
    : callCommand(command, args, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env }, given);
}
