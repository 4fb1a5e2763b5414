import { fileURLToPath } from 'node:url';
import { type Command, type Terminal, runCommand } from '~/commands/operate/command';
import { systemClock } from '~/domain/clock';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs an operator's command in this process, without a terminal unless `ask` is given. @returns its exit code and output */
export async function callCommand(
  command: Command,
  args: string[],
  env: Terminal['env'] = {},
  given: Partial<Pick<Terminal, 'clock' | 'storeClock' | 'ask' | 'progress'>> = {},
) {
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
