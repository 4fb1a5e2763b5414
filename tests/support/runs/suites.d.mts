export interface Suite {
  name: string;
  tests: readonly string[];
  covers: readonly string[];
  /** Without a brief form, it runs only in full. */
  minutes: { brief?: number; full: number };
  /** Commands without which it is not run for a change; `postgres` may be a server instead. */
  tools?: readonly string[];
  /** How many files run at once; two by default. */
  workers?: number;
  /** Builds an earlier commit. */
  needsHistory?: true;
  /** The npm script that runs it; Vitest's usual settings by default. */
  script?: string;
  /** The environment of its brief form, besides `FAULTS=brief`. */
  briefly?: Record<string, string>;
}

export const SUITES: readonly Suite[];
export const MOST_MINUTES: number;
export function findSuites(changed: readonly string[]): { suite: Suite; files: string[] }[];
