import { fileURLToPath } from 'node:url';
import type { Command, Terminal } from '~/commands/operate/command';
import { runCommand } from '~/commands/operate/run-command';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs an operator's command in this process. @returns how it ended, and its output */
export async function callCommand(command: Command, args: string[], env: Terminal['env'] = {}) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(`${text}\n`);
  const code = await runCommand(command, args, { env, root: ROOT, say: print, complain: print });
  return { code, said: lines.join('') };
}
