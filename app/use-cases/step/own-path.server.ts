import { redirect } from '@remix-run/node';
import { BASE_PATH } from '~/domain/base-path';
import { isOwnPath } from '~/lib/is-own-path';
import type { RequestContext } from '~/server/request/request-context.server';

/** Undefined for anything but a path of this host. */
export function findOwnPath(value: unknown): string | undefined {
  return typeof value === 'string' && isOwnPath(value) ? value : undefined;
}

/**
 * Redirects back to the page that a form names.
 *
 * @param otherwise below the base path, for a form that does not name a page of this host
 * @param focused the id of the element to focus there
 */
export function redirectBack(context: RequestContext, page: unknown, otherwise: string, focused?: string): Response {
  const path = findOwnPath(page);
  const target = path === undefined ? otherwise : mainProductUrl(context, path);
  return redirect(focused === undefined ? target : `${target.replace(/#.*/, '')}#${focused}`, 303);
}

interface TimedRedirect {
  seconds: number;
  /** Below the base path, without a fragment, because a browser could treat an address with one as the same page. */
  path: string;
  /** The query of the page. */
  query: URLSearchParams;
}

/**
 * Makes the page redirect by itself, unless its query asks to stay (docs/rules.md, "Automatic redirects").
 *
 * @returns whether the page stays
 */
export function redirectLater({ headers }: RequestContext, { seconds, path, query }: TimedRedirect): boolean {
  const stays = query.has('stay');
  if (!stays) headers.set('Refresh', `${seconds}; url=${BASE_PATH}${path}`);
  return stays;
}

/** Absolute, because Remix prefixes our base path to a relative one. */
export function mainProductUrl({ origin }: RequestContext, url: string): string {
  return new URL(url, origin).href;
}
