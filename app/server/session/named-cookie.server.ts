import { createCookie, type Cookie, type CookieOptions } from '@remix-run/node';
import type { z } from 'zod';
import type { Clock } from '~/domain/clock';
import { deriveKeyText, type SiteSecrets, sealedJson, type Sealing } from '~/lib/sealing.server';

/** A signed cookie whose signature is valid only under its own name. Headers are those of `Set-Cookie`. */
export interface NamedCookie<Value> {
  readonly name: string;
  /** How long an ending cookie's value counts, in seconds. The browser may keep it longer. */
  readonly validFor: number;
  /** Null if it is absent, or not signed by us. For an invalid value, its schema decides. */
  parse(cookieHeader: string | null): Promise<Value | null>;
  write(value: Value): Promise<string[]>;
  expire(): Promise<string[]>;
}

interface NamedCookieOptions<Schema extends z.ZodType> {
  /** The name under http. Under https it begins with `__Secure-`. */
  plainName: string;
  schema: Schema;
  siteSecrets: SiteSecrets;
  attributes: CookieOptions & { secure: boolean; maxAge: number };
  validFor?: number | undefined;
}

export function createNamedCookie<Schema extends z.ZodType>(
  options: NamedCookieOptions<Schema>,
): NamedCookie<z.infer<Schema>> {
  const { plainName, schema, siteSecrets, attributes, validFor = attributes.maxAge } = options;
  const name = attributes.secure ? `__Secure-${plainName}` : plainName;
  const cookie = createCookie(name, { ...attributes, secrets: siteSecrets.map((secret) => secretFor(name, secret)) });
  return {
    name,
    validFor,
    async parse(cookieHeader) {
      // Returns early, because Remix would decode every cookie in the header for each name.
      if (!cookieHeader?.includes(`${name}=`)) return null;
      const value: unknown = await cookie.parse(cookieHeader);
      return value === null ? null : schema.parse(value);
    },
    write: async (value) => [await cookie.serialize(schema.parse(value))],
    expire: async () => [await expire(cookie)],
  };
}

/** The `Set-Cookie` header that deletes a cookie. */
export function expire(cookie: Cookie): Promise<string> {
  return cookie.serialize('', { maxAge: 0, expires: new Date(0) });
}

/** Derived per name, so that a value signed for one cookie is invalid in another. */
function secretFor(name: string, secret: string): string {
  return deriveKeyText(secret, `cookie ${name}`);
}

interface SealedCookie<Value> {
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

interface EndingCookie<Value> extends SealedCookie<Value> {
  /** Also opens a value that no longer counts. @returns with the milliseconds for which it still counts; negative or 0 if it is over */
  open(cookieHeader: string | null): Promise<{ value: Value; timeLeft: number } | undefined>;
}

/** A sealed cookie that contains its expiry, so that a copy expires with it. */
export function endingCookie<Value extends object>(
  cookie: NamedCookie<string | null>,
  sealing: Sealing,
  clock: Clock,
): EndingCookie<Value> {
  const sealed = sealedCookie<Value & { until?: string }>(cookie, sealing);
  const open = async (cookieHeader: string | null) => {
    const stored = await sealed.read(cookieHeader);
    if (!stored) return undefined;
    const { until = '', ...value } = stored;
    return { value: value as Value, timeLeft: (Date.parse(until) || 0) - clock.now().getTime() };
  };
  return {
    open,
    async read(cookieHeader) {
      const opened = await open(cookieHeader);
      return opened && opened.timeLeft > 0 ? opened.value : undefined;
    },
    write(value) {
      if (value === undefined) return sealed.write(undefined);
      const until = new Date(clock.now().getTime() + cookie.validFor * 1000).toISOString();
      return sealed.write({ ...value, until });
    },
  };
}
