/**
 * Sets the duration and repetitions of fault tests: short in `npm test`, brief if `.ci/run` checks a change, and about half an hour with
 * `npm run test:faults`, which fills a real disk if it runs as root.
 */
export const isFull = process.env.FAULTS === 'full';
export const isBrief = process.env.FAULTS === 'brief';

export function shortOrFull<T>(quick: T, full: T, brief = quick): T {
  if (isFull) return full;
  return isBrief ? brief : quick;
}

/** Prints measurements in the full form. */
export function printMeasurements(what: string, figures: Record<string, unknown>): void {
  if (isFull) process.stdout.write(`FIGURES ${what}: ${JSON.stringify(figures)}\n`);
}
