import type { RequestHandler } from 'express';
import { checkFieldNames } from './field-names';
import { parseFormBody } from './form-body';
import { readBody } from './read-body.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { isSafeMethod } from './safe-methods';

const MOST_BYTES = 64 * 1024;

declare module 'express-serve-static-core' {
  interface Request {
    /** The form that was posted, once it has passed the guard. The stream itself has been read to its end. */
    guardedBody?: URLSearchParams;
  }
}

/**
 * Reads and checks what a form posts, before any route sees it, and leaves it in `req.guardedBody`.
 * Refuses by `next(RefusedRequest)`: 415 for anything but a UTF-8 form, 413 for more than 64 KiB, 400 for what no form of ours sends.
 */
export function bodyGuard(): RequestHandler {
  return (req, res, next) => {
    if (isSafeMethod(req.method)) return next();
    readBody(req, MOST_BYTES, (body) => {
      try {
        req.guardedBody = guard(body, req.headers['content-type'], req.headers['content-encoding']);
      } catch (refusal) {
        if (body === 'too-large') res.setHeader('Connection', 'close');
        return next(refusal);
      }
      next();
    });
  };
}

function guard(body: Buffer | 'too-large', type: string | undefined, encoding: string | undefined): URLSearchParams {
  if (encoding !== undefined && encoding !== 'identity') throw new RefusedRequest(415, 'body-type');
  if (!(type === undefined ? body.length === 0 : isForm(type))) throw new RefusedRequest(415, 'body-type');
  if (body === 'too-large') throw new RefusedRequest(413, 'body-too-large');
  const form = parseFormBody(body);
  checkFieldNames(form.keys());
  return form;
}

/** Whether a content type is a form's, in UTF-8 where it names a charset (RFC 9110, section 8.3). */
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
