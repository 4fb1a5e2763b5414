import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

/** Bytes of an oversized body to read and drop, so that the client sees the response instead of a connection reset. */
const MAX_DISCARDED_BYTES = 1024 * 1024;

/**
 * Reads a request's body. Counts the bytes itself, because `Content-Length` may be wrong. Calls `done` once, or never if the connection
 * breaks first. Then overwrites the bytes, because they may contain a card.
 */
export function readBody(req: IncomingMessage, limit: number, done: (body: Buffer | 'too-large') => void): void {
  const length = req.headers['content-length'];
  const chunks: Buffer[] = [];
  const collect = (chunk: Buffer) => void chunks.push(chunk);
  req.on('data', collect);
  getRawBody(req, { limit, length }, (error: getRawBody.RawBodyError | null, body) => {
    req.off('data', collect);
    for (const chunk of chunks) chunk.fill(0);
    if (error?.type === 'entity.too.large') return discard(req, limit + MAX_DISCARDED_BYTES, () => done('too-large'));
    // Any other error is a broken connection, which needs no response.
    if (error) return;
    done(body);
    body.fill(0);
  });
}

/** Keeps reading and discards the data. Stops if more than `most` bytes are announced or received. */
function discard(req: IncomingMessage, most: number, done: () => void): void {
  if (Number(req.headers['content-length']) > most) return done();
  let read = 0;
  const onData = (chunk: Buffer) => {
    read += chunk.length;
    if (read > most) finish();
  };
  const finish = () => {
    req.off('data', onData).off('end', finish).pause();
    done();
  };
  req.on('data', onData).on('end', finish).resume();
}
