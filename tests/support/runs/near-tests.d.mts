export const NEAREST: readonly (readonly [changed: RegExp, tests: readonly string[]])[];

export function findNearTests(
  changed: readonly string[],
): Record<'related' | 'server' | 'postgres' | 'base path' | 'journeys' | 'unknown', string[]>;
