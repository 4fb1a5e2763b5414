import type { RequestHandler } from 'express';
import type { Configuration } from '~/settings/configuration.server';
import { RefusedRequest } from '~/server/request/refused-request';

/**
 * Refuses other host names with 421, so that nobody serves our pages under theirs, and whatever is no host at all. Hosts are without ports;
 * undefined allows all.
 */
export function hostGuard({ allowedHosts }: Pick<Configuration, 'allowedHosts'>): RequestHandler {
  return (req, _res, next) => {
    // HTTP/1.0 may send no host, which Express's types do not say.
    const hostname = (req.hostname as string | undefined)?.toLowerCase() ?? '';
    const isKnown = !allowedHosts || allowedHosts.includes(hostname);
    next(isKnown && isHost(req.get('host')) ? undefined : new RefusedRequest(421, 'unknown-host'));
  };
}

/** A host and perhaps a port (RFC 9110, section 7.2). Absolute addresses of this site are made with it. */
function isHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(host) && URL.canParse(`http://${host}`);
}
