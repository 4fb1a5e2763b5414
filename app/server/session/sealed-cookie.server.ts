import type { Cookie } from '@remix-run/node';
import { sealedJson } from '~/lib/sealing.server';
import type { Sealing } from '~/lib/sealing.server';
import { expire } from './cookies.server';

export interface SealedCookie<Value> {
  read(cookieHeader: string | null): Promise<Value | undefined>;
  /** Returns the `Set-Cookie` header; undefined clears the cookie. */
  write(value: Value | undefined): Promise<string>;
}

/** Values are padded to this many characters, so that the cookie's length reveals nothing. */
const MIN_LENGTH = 192;

export function sealedCookie<Value>(cookie: Cookie, sealing: Sealing): SealedCookie<Value> {
  const values = sealedJson<Value>(sealing);
  return {
    async read(cookieHeader) {
      const sealed: unknown = await cookie.parse(cookieHeader);
      return typeof sealed === 'string' && sealed !== '' ? values.open(sealed) : undefined;
    },
    write(value) {
      return value === undefined ? expire(cookie) : cookie.serialize(values.seal(value, MIN_LENGTH));
    },
  };
}
