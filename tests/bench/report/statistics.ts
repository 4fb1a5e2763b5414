export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: percentileOf(values, 0.5), max: Math.max(...values) };
}

/** @param rank from 0 to 1; 0.5 is the median */
export function percentileOf(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * rank))] ?? NaN;
}

/** Returns the ratios per round, because other load of the machine in a round affects both values. */
export function ratiosOf(values: readonly number[], others: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (others[round] ?? NaN)));
}
