import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const PRECOMPRESSED = { br: '.br', gzip: '.gz' } as const;

export type Precompressed = keyof typeof PRECOMPRESSED;

/** Relative paths with their precompressed encodings; skips dot files (Vite's manifest). A missing folder is empty. */
export function listFiles(folder: string): ReadonlyMap<string, readonly Precompressed[]> {
  const paths = new Set(readPaths(folder));
  const encodings = Object.keys(PRECOMPRESSED) as Precompressed[];
  const files = [...paths].filter((path) => !encodings.some((encoding) => paths.has(originalOf(path, encoding))));
  return new Map(
    files.map((path) => [path, encodings.filter((encoding) => paths.has(path + PRECOMPRESSED[encoding]))]),
  );
}

function originalOf(path: string, encoding: Precompressed): string {
  const ending = PRECOMPRESSED[encoding];
  return path.endsWith(ending) ? path.slice(0, -ending.length) : '';
}

function readPaths(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).split(sep))
      .filter((parts) => !parts.some((part) => part.startsWith('.')))
      .map((parts) => parts.join('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
