import { redirect } from '@remix-run/node';
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

/** Absolute, because Remix prefixes our base path to a relative one. */
export function mainProductUrl({ origin }: RequestContext, url: string): string {
  return new URL(url, origin).href;
}
