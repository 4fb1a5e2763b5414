import type { Cookie } from '@remix-run/node';
import { sealedJson } from '~/lib/sealed-json';
import type { Sealing } from '~/lib/sealing.server';

/** A cookie whose value nobody can read but us. */
export interface SealedCookie<Value> {
  read(cookieHeader: string | null): Promise<Value | undefined>;
  /** The `Set-Cookie` header that keeps a value; undefined forgets it. */
  write(value: Value | undefined): Promise<string>;
}

/** Shorter values are filled up to this, in characters, so that a cookie's length does not tell what it holds. */
const LEAST_LENGTH = 192;

export function sealedCookie<Value>(cookie: Cookie, sealing: Sealing): SealedCookie<Value> {
  const values = sealedJson<Value>(sealing);
  return {
    async read(cookieHeader) {
      const sealed: unknown = await cookie.parse(cookieHeader);
      return typeof sealed === 'string' && sealed !== '' ? values.open(sealed) : undefined;
    },
    write(value) {
      return value === undefined
        ? cookie.serialize('', { maxAge: 0, expires: new Date(0) })
        : cookie.serialize(values.seal(value, LEAST_LENGTH));
    },
  };
}
