import type { Response } from 'express';

/**
 * Runs `work`, which responds on `res` with `write` and an `end` without a chunk. Sends the whole response once `work` is done, so that
 * status and headers can change until then. If `work` throws, sends nothing and restores `res`.
 *
 * @param work returns the response's body if it has written none
 * @param options.toTheEnd hides `close` events from listeners, so that `work` is not cancelled when the visitor disconnects
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
  // As bytes, because the compression would encode a text twice: once to measure it.
  const bytes = body === undefined ? Buffer.concat(chunks) : Buffer.from(body);
  Object.assign(res, { write, end, on, flushHeaders }).end(bytes);
}
