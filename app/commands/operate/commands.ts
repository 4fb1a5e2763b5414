import type { Command, ExitCode } from './command';

/** What operators run, by its word. Each is loaded when it is called: a start of the server loads none of them. */
export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['payments', async () => (await import('./payments')).payments],
  ['privacy', async () => (await import('./privacy')).privacy],
  ['backup', async () => (await import('./backup')).backup],
  ['payment-scripts', async () => (await import('./payment-scripts')).paymentScripts],
]);

/**
 * Runs the command of a word, at the process's terminal.
 *
 * @param args what was typed after the word
 * @param root the checkout, absolute
 * @returns the exit code; 2 where there is no such word
 */
export async function operate(word: string, args: string[], root: string): Promise<ExitCode> {
  const load = COMMANDS.get(word);
  if (!load) {
    process.stderr.write(
      `There is no "${word}": say nothing, backend, or one of ${[...COMMANDS.keys()].join(', ')}.\n`,
    );
    return 2;
  }
  const [command, { runCommand }] = await Promise.all([load(), import('./run-command')]);
  return runCommand(command, args, {
    env: process.env,
    root,
    say: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
  });
}
