import { fileURLToPath } from 'node:url';
import type { Command, Terminal } from '~/commands/operate/command';
import { runCommand } from '~/commands/operate/run-command';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** An operator's command as the bundle runs it, in this process. @returns how it ended, and what it printed */
export async function callCommand(command: Command, args: string[], env: Terminal['env'] = {}) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(`${text}\n`);
  const code = await runCommand(command, args, { env, root: ROOT, say: print, complain: print });
  return { code, said: lines.join('') };
}
