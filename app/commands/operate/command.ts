import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Clock } from '~/domain/clock';
import type { StoreClock } from '~/store/store';

/** A command's environment and output. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** The working copy, or the folder of the build in a release; absolute. */
  root: string;
  clock: Clock;
  /** Replaces the store's clock in tests. */
  storeClock?: StoreClock;
  print(text: string): void;
  printError(text: string): void;
  /** Replaces the progress line; an empty text removes it. Undefined without a terminal. */
  progress?(text: string): void;
  /** Prompts the operator. Undefined without a terminal, as in a script. */
  ask?(question: string): Promise<string>;
}

/** 0: done, and nothing waits for an operator. 1: not done, incomplete, or something waits for an operator. 2: did not start. */
export type ExitCode = 0 | 1 | 2;

/** A command of the bundle: `node build/server/index.js WORD …`, or `npm run WORD -- …` in a working copy. */
export interface Command {
  usage: string;
  /** In addition to `--help`. */
  options?: ParseArgsConfig['options'];
  /** Subcommands. Any other arguments go to `run`. */
  words?: ReadonlyMap<string, Command>;
  /**
   * @param words the arguments after the command's own word, without options
   * @param options the given values of `options`
   * @throws UsageError if the words do not match `usage`
   */
  run(words: string[], terminal: Terminal, options: OptionValues): Promise<ExitCode>;
}

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command with the arguments after its word. `--help` only prints the usage. Unknown arguments print it too and return 2.
 *
 * @returns the exit code; 2 also if the command failed unexpectedly
 */
export async function runCommand(command: Command, args: string[], terminal: Terminal): Promise<ExitCode> {
  const [word = '', ...others] = args;
  const subcommand = command.words?.get(word);
  if (subcommand) return runCommand(subcommand, others, terminal);
  const { usage, options = {}, run } = command;
  try {
    const { values, positionals } = readArguments(args, options);
    if (!values.help) return await run(positionals, terminal, values);
    terminal.print(usage);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) terminal.printError([error.message, usage].filter(Boolean).join('\n'));
    else terminal.printError(messageOf(error));
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
