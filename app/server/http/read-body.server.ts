import type { IncomingMessage } from 'node:http';

/** How much of a body that is too large is still taken off the wire, so that the answer is not lost in a connection reset. */
const DISCARDED = 1024 * 1024;

/**
 * Reads a request's body, counting as it comes: a `Content-Length` may lie or be missing.
 *
 * @param limit the most bytes to keep
 * @param done called once, with the body, or `too-large`; never when the connection broke first, for nobody is left to answer
 */
export function readBody(req: IncomingMessage, limit: number, done: (body: Buffer | 'too-large') => void): void {
  const chunks: Buffer[] = [];
  let received = 0;

  function finish(body: Buffer | 'too-large'): void {
    req.off('data', take).off('end', end).off('error', ignore);
    req.on('error', ignore);
    done(body);
  }

  function take(chunk: Buffer): void {
    received += chunk.length;
    if (received <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    if (received > limit + DISCARDED) {
      req.pause();
      finish('too-large');
    }
  }

  function end(): void {
    finish(received > limit ? 'too-large' : Buffer.concat(chunks));
  }

  if (Number(req.headers['content-length']) > limit + DISCARDED) return done('too-large');
  req.on('data', take).on('end', end).on('error', ignore);
}

/** A connection that breaks off is no fault of ours; the request log says that it was aborted. */
function ignore(): void {}
