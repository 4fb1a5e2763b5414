import { isUtf8 } from 'node:buffer';
import type { RequestHandler } from 'express';
import { MAX_CHILDREN } from '~/domain/limits';
import { RefusedRequest } from '~/server/request/refused-request';
import { readBody } from './read-body.server';
import { isSafeMethod } from './request-guards.server';

const MAX_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_REPEATS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_NAME_SEGMENTS = 5;

declare module 'express-serve-static-core' {
  interface Request {
    /** The posted form, once it has passed the guard. */
    guardedBody?: URLSearchParams;
  }
}

/**
 * Parses a posted form into `req.guardedBody`. Rejects with `next(RefusedRequest)`: 415 unless it is a UTF-8 form, 413
 * above 64 KiB, 400 for a body that does not match any of our forms.
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
  return parseForm(body);
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

/** @throws RefusedRequest 400 for invalid UTF-8, NUL (Postgres cannot store it), and forbidden, too many or too often repeated fields */
function parseForm(body: Buffer): URLSearchParams {
  const form = new URLSearchParams();
  const repeats = new Map<string, number>();
  for (const [name, value] of pairs(decodeUtf8(body))) {
    const times = (repeats.get(name) ?? 0) + 1;
    if (times > MAX_REPEATS) throw new RefusedRequest(400, 'field-repeated');
    repeats.set(name, times);
    form.append(name, value);
  }
  checkFieldNames(repeats.keys());
  return form;
}

function* pairs(text: string): Generator<[name: string, value: string]> {
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    count += 1;
    if (count > MAX_FIELDS) throw new RefusedRequest(400, 'too-many-fields');
    const equals = pair.indexOf('=');
    yield equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  }
}

function decode(text: string): string {
  let decoded;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RefusedRequest(400, 'body-malformed');
  }
  if (decoded.includes('\0')) throw new RefusedRequest(400, 'body-malformed');
  return decoded;
}

function decodeUtf8(body: Buffer): string {
  if (!isUtf8(body)) throw new RefusedRequest(400, 'body-malformed');
  return body.toString();
}

/** Names as Conform nests them: `children[0].firstName`, `tonemeter[]`. */
const NAME = /^[^.[\]]+(\.[^.[\]]+|\[(0|[1-9]\d*)\])*(\[\])?$/;
const INDEX = /\[(\d+)\]/g;
const SEGMENT = /[^.[\]]+|\[\]/g;

type FieldKind = 'value' | 'list' | 'object';

/**
 * Conform's parser hangs on `children[1000000].x`, and throws if a field is both list and object.
 *
 * @param names without repeats
 * @throws RefusedRequest 400
 */
function checkFieldNames(names: Iterable<string>): void {
  const kinds = new Map<string, FieldKind>();
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) refuseName();
    for (const [, index] of name.matchAll(INDEX)) if (Number(index) >= MAX_CHILDREN) refuseName();
    const segments = name.match(SEGMENT) ?? [];
    if (segments.length > MAX_NAME_SEGMENTS || segments.some(isForbidden)) refuseName();
    for (const [path, kind] of prefixes(name)) {
      if ((kinds.get(path) ?? kind) !== kind) refuseName();
      kinds.set(path, kind);
    }
  }
}

/** For `children[0].email`: `children` is a list, its first row an object, and `email` a value. */
function prefixes(name: string): [path: string, kind: FieldKind][] {
  const found: [string, FieldKind][] = [[name, 'value']];
  for (let end = 0; end < name.length; end += 1) {
    if (name[end] === '[') found.push([name.slice(0, end), 'list']);
    else if (name[end] === '.') found.push([name.slice(0, end), 'object']);
  }
  return found;
}

function isForbidden(segment: string): boolean {
  return segment === '__intent__' || segment === '__state__' || segment === 'prototype' || segment in Object.prototype;
}

function refuseName(): never {
  throw new RefusedRequest(400, 'field-name');
}
