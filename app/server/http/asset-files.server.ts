import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The encodings a file may lie precompressed in, best first, and the ending of such a file. */
export const PRECOMPRESSED = { br: '.br', gzip: '.gz' } as const;

export type Precompressed = keyof typeof PRECOMPRESSED;

/**
 * The files of a folder by their path in it (`assets/app-1a2b.js`), each with the encodings it is precompressed in. Files and
 * folders whose name starts with a dot (Vite's manifest) are left out. Empty where there is no such folder, as in development.
 */
export function listFiles(folder: string): ReadonlyMap<string, readonly Precompressed[]> {
  const paths = new Set(readPaths(folder));
  const encodings = Object.keys(PRECOMPRESSED) as Precompressed[];
  const files = [...paths].filter((path) => !encodings.some((encoding) => paths.has(originalOf(path, encoding))));
  return new Map(
    files.map((path) => [path, encodings.filter((encoding) => paths.has(path + PRECOMPRESSED[encoding]))]),
  );
}

/** `app.js` for `app.js.br`; nothing's name for what has not that ending. */
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
