import { createCookie } from '@remix-run/node';
import { createTypedCookie, type TypedCookie } from 'remix-utils/typed-cookie';
import type { z } from 'zod';
import { BASE_PATH } from '~/domain/base-path';
import { keysOf } from '~/domain/keys-of';
import { PEOPLE, type Person } from '~/journeys/current-sign-up';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Configuration } from '~/settings/configuration.server';
import {
  analyticsConsentSchema,
  experimentsSchema,
  languageSchema,
  linkSchema,
  textSchema,
  type Variants,
} from './cookie-schemas';
import { createNamedCookie, expire, type NamedCookie } from './named-cookie.server';

export interface Cookies {
  session: NamedCookie<string | null>;
  /** Its presence also proves that the browser accepts cookies. */
  visitor: NamedCookie<string | null>;
  /** Unsigned, and with a fixed name: the main product reads it. */
  language: TypedCookie<typeof languageSchema>;
  /** Sealed. */
  returnLink: NamedCookie<string | null>;
  /** Sealed. */
  invite: NamedCookie<string | null>;
  /** The name of a notice and the path of its page, from a language switch to that page. */
  notice: NamedCookie<string | null>;
  experiments: NamedCookie<Variants>;
  /** The visitor's choice about analytics, with the id for it; absent before they choose. */
  analyticsConsent: NamedCookie<string | null>;
  /** A link's parameters, until a session exists. */
  link: NamedCookie<z.infer<typeof linkSchema>>;
  /** The `Set-Cookie` headers that delete every cookie. */
  expireAll(): Promise<string[]>;
}

const DAY = 24 * 60 * 60;

export function createCookies(
  configuration: Pick<Configuration, 'publicUrl' | 'joinIdleMinutes' | 'joinMaxHours'>,
  siteSecrets: SiteSecrets,
): Cookies {
  const common = {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: configuration.publicUrl.startsWith('https:'),
  } as const;
  const named = <Schema extends z.ZodType>(
    plainName: string,
    schema: Schema,
    { maxAge, validFor }: { maxAge: number; validFor?: number },
  ) => createNamedCookie({ plainName, schema, siteSecrets, validFor, attributes: { ...common, maxAge } });
  const cookies = {
    // Outlives the row, so that the page can explain to a late visitor why they must start again.
    session: named('join', textSchema, { maxAge: 30 * DAY }),
    visitor: named('join_visitor', textSchema, { maxAge: 30 * DAY }),
    returnLink: named('join_return', textSchema, { maxAge: 60 * 60 }),
    // Outlives its value, for the same reason.
    invite: named('join_invite', textSchema, { maxAge: 30 * DAY, validFor: configuration.joinIdleMinutes * 60 }),
    notice: named('join_notice', textSchema, { maxAge: 60 }),
    experiments: named('join_experiments', experimentsSchema, { maxAge: configuration.joinMaxHours * 60 * 60 }),
    // Visitors are asked again half a year after they chose.
    analyticsConsent: named('join_consent', analyticsConsentSchema, { maxAge: 180 * DAY }),
    link: named('join_link', linkSchema, { maxAge: DAY }),
  };
  const language = createCookie('join_language', { ...common, path: '/', maxAge: 365 * DAY });
  const list = Object.values(cookies);
  return {
    ...cookies,
    language: createTypedCookie({ cookie: language, schema: languageSchema }),
    async expireAll() {
      const expired = await Promise.all(list.map((cookie) => cookie.expire()));
      return [...expired.flat(), await expire(language)];
    },
  };
}

/** Identifies a browser's session, and each sign-up in it by its lineage (docs/rules.md, "Page ownership"). */
export interface SessionCookie {
  id: string;
  /** The lineage of a parent's sign-up, in either journey. */
  signUp?: string | undefined;
  professional?: string | undefined;
  /** The people whose sign-up is done. Their row may be deleted long before the cookie expires. */
  done?: readonly Person[];
  /** The user id of the invite that the parent's sign-up belongs to. It outlives the row, like the lineage. */
  inviteId?: string | undefined;
}

const DONE: Readonly<Record<Person, string>> = { parent: 'p', professional: 'r' };

/** @returns the cookie's value */
export function writeSessionCookie({ id, signUp, professional, done = [], inviteId }: SessionCookie): string {
  const letters = done.map((person) => DONE[person]).join('');
  const optional = [letters, inviteId].slice(0, inviteId ? 2 : letters ? 1 : 0);
  return [id, signUp, professional, ...optional].join('.');
}

/** @param value null without a cookie */
export function readSessionCookie(value: string | null): SessionCookie | undefined {
  if (value === null) return undefined;
  const [id = '', signUp, professional, letters = '', inviteId] = value.split('.');
  const done = keysOf(DONE).filter((person) => letters.includes(DONE[person]));
  return { id, signUp: signUp || undefined, professional: professional || undefined, done, inviteId };
}

/** The people whose answers expire with the session that the cookie names. */
export function expiringIn(cookie: SessionCookie): Person[] {
  return PEOPLE.filter((person) => lineageOf(person, cookie) !== undefined && !cookie.done?.includes(person));
}

/** Undefined if this person has not begun a sign-up that the cookie names. */
export function lineageOf(person: Person, { signUp, professional }: SessionCookie): string | undefined {
  return person === 'parent' ? signUp : professional;
}

/** The cookie's value without a person. Undefined if it would name no person whose answers could expire. */
export function cookieWithout(person: Person, cookie: SessionCookie): string | undefined {
  const { id, signUp, professional, done = [], inviteId } = cookie;
  const others = person === 'parent' ? { professional } : { signUp, inviteId };
  const left = { id, ...others, done: done.filter((one) => one !== person) };
  return expiringIn(left).length > 0 ? writeSessionCookie(left) : undefined;
}

/**
 * Whether this person has no answers that could expire. Either their sign-up is done, or only the other person's sign-up was begun, and is
 * done.
 */
export function hasNothingLeft(cookie: SessionCookie | undefined, person: Person): boolean {
  const { done = [] } = cookie ?? {};
  return done.includes(person) || (done.length > 0 && cookie !== undefined && lineageOf(person, cookie) === undefined);
}
