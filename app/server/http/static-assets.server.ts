import { extname } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { listFiles, PRECOMPRESSED, type Precompressed } from './asset-files.server';
import { BASE_PATH } from '~/domain/base-path';

const ASSETS = 'assets/';

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
    sayMissing(res);
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
    // Once headers are sent, the error is the visitor hanging up.
    if (!error || res.headersSent) return;
    for (const name of ['Cache-Control', 'Content-Encoding', 'Content-Type', 'Vary']) res.removeHeader(name);
    if (error.status === 404) sayMissing(res);
    else next(error);
  });
}

interface FileError extends Error {
  status?: number;
}

function sayMissing(res: Response): void {
  res.status(404).set('Cache-Control', 'no-store').end();
}

/** Undecodable paths become empty, which matches no file. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return '';
  }
}
