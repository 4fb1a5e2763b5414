import { parseArgs } from 'node:util';
import { UsageError, type Command, type ExitCode, type OptionValues, type Terminal } from './command';

/**
 * Runs a command with the arguments after its word. `--help` only prints the usage. Unknown arguments print it too and return 2.
 *
 * @returns the exit code; 2 also where the command failed unexpectedly
 */
export async function runCommand(command: Command, args: string[], terminal: Terminal): Promise<ExitCode> {
  const [word = '', ...others] = args;
  const narrower = command.words?.get(word);
  if (narrower) return runCommand(narrower, others, terminal);
  const { usage, options = {}, run } = command;
  try {
    const { values, positionals } = readArguments(args, options);
    if (!values.help) return await run(positionals, terminal, values);
    terminal.say(usage);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) terminal.complain([error.message, usage].filter(Boolean).join('\n'));
    else terminal.complain(messageOf(error));
    return 2;
  }
}

function readArguments(args: string[], own: Command['options']): { values: OptionValues; positionals: string[] } {
  try {
    return parseArgs({ args, options: { ...own, help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
