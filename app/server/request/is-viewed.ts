import type { Request } from 'express';
import { isPrefetch } from 'remix-utils/is-prefetch';

/** The headers by which browsers say what a request is for. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'sec-fetch-purpose', 'moz-purpose', 'x-moz'];

/**
 * Whether somebody sees the answer. HEAD comes from mail scanners and previews, a prefetch from a browser that guesses where its visitor
 * goes next. Both get the page, count nothing as seen and use nothing up.
 */
export function isViewed({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method === 'HEAD') return false;
  return method !== 'GET' || !PURPOSE_HEADERS.some((name) => isPrefetchPurpose(headers[name]));
}

/** `isPrefetch` knows the word alone, and browsers add how they fetch: `prefetch;prerender`, `prefetch;anonymous-client-ip`. */
function isPrefetchPurpose(value: string | string[] | undefined): boolean {
  if (value === undefined) return false;
  return String(value)
    .split(',')
    .some((item) => isPrefetch(new Headers({ Purpose: item.replace(/;.*/s, '') })));
}
