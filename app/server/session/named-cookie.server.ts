import { hkdfSync } from 'node:crypto';
import { createCookie, type Cookie, type CookieOptions } from '@remix-run/node';
import type { z } from 'zod';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { CookiePhase } from './cookie-upgrade.server';

/** A signed cookie whose signature holds under its own name alone. Headers are those of `Set-Cookie`. */
export interface NamedCookie<Value> {
  readonly name: string;
  /** Null where it is absent, or not signed by us. What its schema refuses is as the schema says. */
  parse(cookieHeader: string | null): Promise<Value | null>;
  write(value: Value): Promise<string[]>;
  /** Takes it away, also under the name of 0.1.0. */
  expire(): Promise<string[]>;
  /** Gives the browser's cookie of 0.1.0 the name and signature of today. Empty where there is nothing to do. */
  adopt(cookieHeader: string | null): Promise<string[]>;
}

interface NamedCookieOptions<Schema extends z.ZodType> {
  /** The name under http, and that of 0.1.0. */
  plainName: string;
  schema: Schema;
  siteSecrets: SiteSecrets;
  attributes: CookieOptions & { secure: boolean };
  phase: () => CookiePhase;
}

export function createNamedCookie<Schema extends z.ZodType>(
  options: NamedCookieOptions<Schema>,
): NamedCookie<z.infer<Schema>> {
  const { plainName, schema, siteSecrets, attributes, phase } = options;
  const name = attributes.secure ? `__Secure-${plainName}` : plainName;
  const today = createCookie(name, { ...attributes, secrets: siteSecrets.map((secret) => secretFor(name, secret)) });
  const older = createCookie(plainName, { ...attributes, secrets: [...siteSecrets] });
  const hasOtherName = name !== plainName;

  async function read(cookie: Cookie, cookieHeader: string | null): Promise<z.infer<Schema> | null> {
    const value: unknown = await cookie.parse(cookieHeader);
    return value === null ? null : schema.parse(value);
  }

  return {
    name,
    async parse(cookieHeader) {
      const value = await read(today, cookieHeader);
      return value === null && phase() !== 'over' ? read(older, cookieHeader) : value;
    },
    async write(value) {
      const [written, other] = phase() === 'beside' ? [older, today] : [today, older];
      const drops = hasOtherName && phase() !== 'over' ? [await expire(other)] : [];
      return [...drops, await written.serialize(schema.parse(value))];
    },
    expire: () => Promise.all((hasOtherName ? [today, older] : [today]).map(expire)),
    async adopt(cookieHeader) {
      if (phase() !== 'moving') return [];
      const value = await read(older, cookieHeader);
      if (value === null) return [];
      const isThere = (await read(today, cookieHeader)) !== null;
      return [...(hasOtherName ? [await expire(older)] : []), ...(isThere ? [] : [await today.serialize(value)])];
    },
  };
}

/** The `Set-Cookie` header that takes a cookie away. */
export function expire(cookie: Cookie): Promise<string> {
  return cookie.serialize('', { maxAge: 0, expires: new Date(0) });
}

/** Derived for each name, so that a value that was signed for one cookie is no value of another. */
function secretFor(name: string, secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `joinery cookie ${name}`, 32)).toString('base64url');
}
