import { sealedJson } from '~/lib/sealing.server';
import type { Sealing } from '~/lib/sealing.server';
import type { NamedCookie } from './named-cookie.server';

export interface SealedCookie<Value> {
  read(cookieHeader: string | null): Promise<Value | undefined>;
  /** Returns the `Set-Cookie` headers; undefined clears the cookie. */
  write(value: Value | undefined): Promise<string[]>;
}

/** Values are padded to this many characters, so that the cookie's length reveals nothing. */
const MIN_LENGTH = 192;

export function sealedCookie<Value>(cookie: NamedCookie<string | null>, sealing: Sealing): SealedCookie<Value> {
  const values = sealedJson<Value>(sealing);
  return {
    async read(cookieHeader) {
      const sealed = await cookie.parse(cookieHeader);
      return sealed === null ? undefined : values.open(sealed);
    },
    write: (value) => (value === undefined ? cookie.expire() : cookie.write(values.seal(value, MIN_LENGTH))),
  };
}
