import type { Cookie } from '@remix-run/node';
import type { Sealing } from '~/lib/sealing.server';

export interface SealedCookie<Value> {
  read(cookieHeader: string | null): Promise<Value | undefined>;
  /** Returns the `Set-Cookie` header; undefined clears the cookie. */
  write(value: Value | undefined): Promise<string>;
}

/** Values are padded to this many characters, so that the cookie's length reveals nothing. */
const MIN_LENGTH = 192;

export function sealedCookie<Value>(cookie: Cookie, sealing: Sealing): SealedCookie<Value> {
  return {
    async read(cookieHeader) {
      const sealed: unknown = await cookie.parse(cookieHeader);
      return typeof sealed === 'string' && sealed !== '' ? (JSON.parse(sealing.open(sealed)) as Value) : undefined;
    },
    write(value) {
      return value === undefined
        ? cookie.serialize('', { maxAge: 0, expires: new Date(0) })
        : cookie.serialize(sealing.seal(JSON.stringify(value).padEnd(MIN_LENGTH)));
    },
  };
}
