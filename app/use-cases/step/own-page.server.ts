import { isOwnPath } from '~/lib/is-own-path';
import type { RequestContext } from '~/server/request/request-context.server';
import { mainProductUrl } from './step-guard.server';

/** The absolute address of a page of this host that a form names. Undefined where it names none, or another host. */
export function findOwnPage(context: RequestContext, posted: FormDataEntryValue | null): string | undefined {
  return typeof posted === 'string' && isOwnPath(posted) ? mainProductUrl(context, posted) : undefined;
}
