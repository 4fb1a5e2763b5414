import type { ParseArgsConfig } from 'node:util';
import type { Clock } from '~/domain/clock';
import type { StoreClock } from '~/store/store-clock.server';

/** The environment of a command and its output. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** The checkout, or the folder of the build in a release; absolute. */
  root: string;
  clock: Clock;
  /** Replaces the clock of the store, in tests. */
  storeClock?: StoreClock;
  /** Prints an answer. */
  say(text: string): void;
  /** Prints an error. */
  complain(text: string): void;
  /** Asks whoever sits there. Undefined where nobody does, as in a script. */
  ask?(question: string): Promise<string>;
}

/** 0: done, and nothing waits. 1: not done, incomplete, or something waits. 2: nothing was started. */
export type ExitCode = 0 | 1 | 2;

/** A command of the bundle: `node build/server/index.js WORD …`, or `npm run WORD -- …` in a checkout. */
export interface Command {
  usage: string;
  /** Beside `--help`. */
  options?: ParseArgsConfig['options'];
  /** Commands that begin with a further word. Any other arguments are `run`'s. */
  words?: ReadonlyMap<string, Command>;
  /**
   * @param words the arguments after the command's own word, without options
   * @param options what was given of `options`
   * @throws UsageError where the words do not match `usage`
   */
  run(words: string[], terminal: Terminal, options: OptionValues): Promise<ExitCode>;
}

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
