import type { Response } from 'express';

/**
 * Runs `work`, which answers on `res` by `write` and an `end` without a chunk, and sends that answer whole once `work` is done. Until then
 * status and headers can still be changed. If `work` throws, nothing was sent, and `res` is as it was before.
 */
export async function holdResponse(res: Response, work: () => Promise<void>): Promise<void> {
  const { write, end, flushHeaders, statusCode, statusMessage } = res;
  const headers = Object.entries(res.getHeaders());
  const chunks: Uint8Array[] = [];
  res.write = (chunk: Uint8Array) => chunks.push(chunk) > 0;
  res.end = () => res;
  res.flushHeaders = () => undefined;
  try {
    await work();
  } catch (error) {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    for (const [name, value] of headers) res.setHeader(name, value ?? '');
    Object.assign(res, { write, end, flushHeaders, statusCode, statusMessage });
    throw error;
  }
  Object.assign(res, { write, end, flushHeaders }).end(Buffer.concat(chunks));
}
