/** Where a command runs and whom it talks to. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  /** The checkout, or what stands for it beside the build; absolute. */
  root: string;
  /** Prints an answer. */
  say(text: string): void;
  /** Prints what went wrong. */
  complain(text: string): void;
}

/** 0: done, and nothing waits. 1: not done, not whole, or something waits. 2: nothing was begun. */
export type ExitCode = 0 | 1 | 2;

/** A word of the bundle: `node build/server/index.js WORD …`, or `npm run WORD -- …` in a checkout. */
export interface Command {
  usage: string;
  /**
   * @param words what was said after the command's own, options taken out
   * @throws UsageError where the words are not those of `usage`
   */
  run(words: string[], terminal: Terminal): Promise<ExitCode>;
}

/** Somebody called a command in a way it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
