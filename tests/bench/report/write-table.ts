import type { Spread } from './statistics';

/** Writes a table in Markdown, formatted as Prettier does. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(...[cell, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [write(head), write(widths.map((width) => '-'.repeat(width))), ...rows.map(write)].join('\n');
}

export function writeMs(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** Such as `3.51 (3.40–3.72)`. */
export function writeSpread({ min, median, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

export function writeMegabytes(bytes: number): string {
  return String(Math.round(bytes / 1024 / 1024));
}
