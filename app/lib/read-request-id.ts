/** Accepts a request id from another process only if it is safe to log. */
export function readRequestId(header: unknown): string | undefined {
  return typeof header === 'string' && /^[\w-]{1,64}$/.test(header) ? header : undefined;
}
