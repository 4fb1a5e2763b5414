import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { BASE_PATH } from '~/domain/base-path';

const ASSETS = 'assets/';
const PRECOMPRESSED = { br: '.br', gzip: '.gz' } as const;

type Precompressed = keyof typeof PRECOMPRESSED;

/** Serves the client build: hashed assets for a year, files from `public/` for an hour. A missing asset is a bare 404. */
export function staticAssets({ clientFolder }: { clientFolder: string }): Router {
  const files = listFiles(clientFolder);
  const router = Router();
  router.use(BASE_PATH, (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const path = decodePath(req.path);
    const encodings = files.get(path);
    if (encodings) return send(req, res, { path, encodings, clientFolder }, next);
    if (!path.startsWith(ASSETS)) return next();
    sendMissing(res);
  });
  return router;
}

interface File {
  path: string;
  encodings: readonly Precompressed[];
  clientFolder: string;
}

function send(
  req: Request,
  res: Response,
  { path, encodings, clientFolder }: File,
  next: (error?: Error) => void,
): void {
  res.type(extname(path) || 'application/octet-stream');
  res.set('Cache-Control', path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  if (encodings.length > 0) res.vary('Accept-Encoding');
  const encoding = encodings.find((candidate) => req.acceptsEncodings(candidate));
  if (encoding) res.set('Content-Encoding', encoding);
  const file = encoding ? path + PRECOMPRESSED[encoding] : path;
  res.sendFile(file, { root: clientFolder, cacheControl: false, acceptRanges: false }, (error?: FileError) => {
    // Once headers are sent, the error means that the client disconnected.
    if (!error || res.headersSent) return;
    for (const name of ['Cache-Control', 'Content-Encoding', 'Content-Type', 'Vary']) res.removeHeader(name);
    if (error.status === 404) sendMissing(res);
    else next(error);
  });
}

interface FileError extends Error {
  status?: number;
}

function sendMissing(res: Response): void {
  res.status(404).set('Cache-Control', 'no-store').end();
}

/** Returns an empty path if decoding fails, which does not match any file. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return '';
  }
}

/** Returns relative paths with their precompressed encodings. Omits dot files (Vite's manifest). Empty for a missing folder. */
function listFiles(folder: string): ReadonlyMap<string, readonly Precompressed[]> {
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
