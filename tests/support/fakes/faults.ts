/**
 * Duration and repetitions of the fault suite: short in `npm test`, brief where `.ci/run` checks a change, about half an hour with
 * `npm run test:faults` (as root it really fills a disk).
 */
export const isFull = process.env.FAULTS === 'full';
export const isBrief = process.env.FAULTS === 'brief';

export function shortOrFull<T>(quick: T, full: T, brief = quick): T {
  if (isFull) return full;
  return isBrief ? brief : quick;
}

/** Prints measurements on request. */
export function printMeasurements(what: string, figures: Record<string, unknown>): void {
  if (isFull) process.stdout.write(`FIGURES ${what}: ${JSON.stringify(figures)}\n`);
}
