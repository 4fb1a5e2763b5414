import type { RequestHandler } from 'express';
import { checkFieldNames } from './field-names';
import { parseFormBody } from './form-body';
import { readBody } from './read-body.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { isSafeMethod } from './safe-methods';

const MAX_BYTES = 64 * 1024;

declare module 'express-serve-static-core' {
  interface Request {
    /** The posted form, once it has passed the guard. */
    guardedBody?: URLSearchParams;
  }
}

/**
 * Parses a posted form into `req.guardedBody`. Refuses with `next(RefusedRequest)`: 415 unless it is a UTF-8 form, 413 above 64 KiB,
 * 400 for a body that none of our forms would send.
 */
export function bodyGuard(): RequestHandler {
  return (req, res, next) => {
    if (isSafeMethod(req.method)) return next();
    readBody(req, MAX_BYTES, (body) => {
      try {
        req.guardedBody = parseGuardedBody(body, req.headers['content-type'], req.headers['content-encoding']);
      } catch (refusal) {
        if (body === 'too-large') res.setHeader('Connection', 'close');
        return next(refusal);
      }
      next();
    });
  };
}

function parseGuardedBody(
  body: Buffer | 'too-large',
  type: string | undefined,
  encoding: string | undefined,
): URLSearchParams {
  if (encoding !== undefined && encoding !== 'identity') throw new RefusedRequest(415, 'body-type');
  if (!(type === undefined ? body.length === 0 : isForm(type))) throw new RefusedRequest(415, 'body-type');
  if (body === 'too-large') throw new RefusedRequest(413, 'body-too-large');
  const form = parseFormBody(body);
  checkFieldNames(form.keys());
  return form;
}

/** A missing charset means UTF-8 (RFC 9110, section 8.3). */
function isForm(contentType: string): boolean {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return (
    type === 'application/x-www-form-urlencoded' &&
    parameters.every((parameter) => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter))
  );
}
