/**
 * How long, and how often, the fault suite does what it does: a short version in `npm test`, the whole of it with
 * `npm run test:faults` (about half an hour; as root a disk is really filled).
 */
export const isFull = process.env.FAULTS === 'full';

export function short<T>(quick: T, full: T): T {
  return isFull ? full : quick;
}

/** Says what was measured, where somebody asked for it. */
export function sayFigures(what: string, figures: Record<string, unknown>): void {
  if (isFull) process.stdout.write(`FIGURES ${what}: ${JSON.stringify(figures)}\n`);
}
