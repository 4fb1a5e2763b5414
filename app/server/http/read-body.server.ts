import type { IncomingMessage } from 'node:http';

/** Bytes of an oversized body to read and drop, so that the client sees the response instead of a connection reset. */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/** Counts the bytes itself: `Content-Length` may lie. `done` is called once, but never if the connection breaks first. */
export function readBody(req: IncomingMessage, limit: number, done: (body: Buffer | 'too-large') => void): void {
  const chunks: Buffer[] = [];
  let received = 0;

  function finish(body: Buffer | 'too-large'): void {
    req.off('data', onData).off('end', onEnd).off('error', ignore);
    req.on('error', ignore);
    done(body);
  }

  function onData(chunk: Buffer): void {
    received += chunk.length;
    if (received <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    if (received > limit + MAX_DISCARDED_BYTES) {
      req.pause();
      finish('too-large');
    }
  }

  function onEnd(): void {
    finish(received > limit ? 'too-large' : Buffer.concat(chunks));
  }

  if (Number(req.headers['content-length']) > limit + MAX_DISCARDED_BYTES) return done('too-large');
  req.on('data', onData).on('end', onEnd).on('error', ignore);
}

function ignore(): void {}
