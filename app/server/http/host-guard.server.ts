import type { RequestHandler } from 'express';
import type { Configuration } from '~/settings/configuration.server';
import { RefusedRequest } from '~/server/request/refused-request';

/**
 * Answers to our own names alone, by `next(RefusedRequest 421)` to others (RFC 9110, section 15.5.20): a name that somebody else points at us
 * would make our pages theirs, and what is cached or linked by it too. The name is `Host`, or what a trusted proxy says it was.
 *
 * @param allowedHosts without ports; undefined lets every name in, which is for those who have said none
 */
export function hostGuard({ allowedHosts }: Pick<Configuration, 'allowedHosts'>): RequestHandler {
  return (req, _res, next) => {
    // Undefined where HTTP/1.0 names none; Express's types do not say so.
    const hostname = (req.hostname as string | undefined)?.toLowerCase() ?? '';
    next(!allowedHosts || allowedHosts.includes(hostname) ? undefined : new RefusedRequest(421, 'unknown-host'));
  };
}
