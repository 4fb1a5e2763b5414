import type { RequestHandler } from 'express';
import type { Configuration } from '~/settings/configuration.server';
import { RefusedRequest } from '~/server/request/refused-request';

/** Refuses other host names with 421, so that nobody serves our pages under theirs. Hosts are without ports; undefined allows all. */
export function hostGuard({ allowedHosts }: Pick<Configuration, 'allowedHosts'>): RequestHandler {
  return (req, _res, next) => {
    // HTTP/1.0 may send no host, which Express's types do not say.
    const hostname = (req.hostname as string | undefined)?.toLowerCase() ?? '';
    next(!allowedHosts || allowedHosts.includes(hostname) ? undefined : new RefusedRequest(421, 'unknown-host'));
  };
}
