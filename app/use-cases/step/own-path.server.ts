import { redirect } from '@remix-run/node';
import { isOwnPath } from '~/lib/is-own-path';
import type { RequestContext } from '~/server/request/request-context.server';
import { mainProductUrl } from './step-guard.server';

/** Undefined for what is no path of this host. */
export function findOwnPath(value: unknown): string | undefined {
  return typeof value === 'string' && isOwnPath(value) ? value : undefined;
}

/**
 * Leads back to the page that a form names.
 *
 * @param otherwise below the base path, where it names none of this host
 * @param focused the id of what takes the focus there
 */
export function redirectBack(context: RequestContext, page: unknown, otherwise: string, focused?: string): Response {
  const path = findOwnPath(page);
  const target = path === undefined ? otherwise : mainProductUrl(context, path);
  return redirect(focused === undefined ? target : `${target.replace(/#.*/, '')}#${focused}`, 303);
}
