import type { Response } from 'express';

/**
 * Runs `work`, which answers on `res` by `write` and an `end` without a chunk, and sends that answer whole once `work` is done. Until then
 * status and headers can still be changed. If `work` throws, nothing was sent, and `res` is as it was before.
 *
 * @param work gives the answer's body where it has written none
 * @param options.toTheEnd whoever listens to `close` meanwhile hears nothing, so that `work` is not given up when the visitor goes away
 */
export async function holdResponse(
  res: Response,
  work: () => Promise<string | undefined>,
  { toTheEnd = false } = {},
): Promise<void> {
  const { write, end, on, flushHeaders, statusCode, statusMessage } = res;
  const headers = Object.entries(res.getHeaders());
  const chunks: Uint8Array[] = [];
  res.write = (chunk: Uint8Array) => chunks.push(chunk) > 0;
  res.end = () => res;
  res.flushHeaders = () => undefined;
  if (toTheEnd)
    res.on = (event: string, listener: (...args: never[]) => void) =>
      event === 'close' ? res : on.call(res, event, listener as () => void);
  let body: string | undefined;
  try {
    body = await work();
  } catch (error) {
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    for (const [name, value] of headers) res.setHeader(name, value ?? '');
    Object.assign(res, { write, end, on, flushHeaders, statusCode, statusMessage });
    throw error;
  }
  Object.assign(res, { write, end, on, flushHeaders }).end(body ?? Buffer.concat(chunks));
}
