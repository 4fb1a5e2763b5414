import type { Request } from 'express';
import { isPrefetch } from 'remix-utils/is-prefetch';

/** The headers by which browsers state a request's purpose. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'sec-fetch-purpose', 'moz-purpose', 'x-moz'];

/**
 * Whether a person sees the response. Mail scanners and previews send HEAD, and browsers prefetch pages that the visitor may open next.
 * Both receive the page, but nothing is recorded as seen or used up.
 */
export function isViewed({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  return method !== 'GET' || !PURPOSE_HEADERS.some((name) => isPrefetchPurpose(headers[name]));
}

/**
 * Whether the browser requests the page again if the response is an error. Older headers also come from browsers that may show the error to
 * the visitor.
 */
export function isRepeatedIfRejected({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && isPrefetchPurpose(headers['sec-purpose']);
}

/** `isPrefetch` only matches the bare word, but browsers append how they fetch: `prefetch;prerender`, `prefetch;anonymous-client-ip`. */
function isPrefetchPurpose(value: string | string[] | undefined): boolean {
  if (value === undefined) return false;
  return String(value)
    .split(',')
    .some((item) => isPrefetch(new Headers({ Purpose: item.replace(/;.*/s, '') })));
}
