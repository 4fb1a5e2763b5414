import { extname } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { listFiles, PRECOMPRESSED, type Precompressed } from './asset-files.server';

const MOUNT = '/app/join';
const ASSETS = 'assets/';

/**
 * Serves the files of the client build that lie in its folder when the process starts: those under `/app/join/assets` for a year,
 * for their names bear a hash; those of `public/` (Vite copies them into the build's folder) under `/app/join` for an hour.
 * A file that lies beside its `.br` or `.gz` is sent as the browser likes it best. An asset that does not exist is a bare 404,
 * never a page; any other path is passed on.
 *
 * @param clientFolder `build/client`, absolute
 */
export function staticAssets({ clientFolder }: { clientFolder: string }): Router {
  const files = listFiles(clientFolder);
  const router = Router();
  router.use(MOUNT, (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const path = decodePath(req.path);
    const encodings = files.get(path);
    if (encodings) return send(req, res, { path, encodings, clientFolder }, next);
    if (!path.startsWith(ASSETS)) return next();
    res.status(404).set('Cache-Control', 'no-store').end();
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
  const encoding = encodings.find((candidate) => accepts(req.get('accept-encoding'), candidate));
  if (encoding) res.set('Content-Encoding', encoding);
  const file = encoding ? path + PRECOMPRESSED[encoding] : path;
  res.sendFile(file, { root: clientFolder, cacheControl: false, acceptRanges: false }, (error?: Error) => {
    // After the headers it is the visitor who hung up.
    if (error && !res.headersSent) next(error);
  });
}

/** Whether an `Accept-Encoding` names a coding without a quality of nought (RFC 9110, section 12.5.3). */
function accepts(header: string | undefined, coding: Precompressed): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', quality = ''] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(quality);
  });
}

/** The path in the build's folder. What cannot be decoded is nobody's name. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return '';
  }
}
