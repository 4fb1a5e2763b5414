import { createCookie, type CookieOptions } from '@remix-run/node';
import { createTypedCookie, type TypedCookie } from 'remix-utils/typed-cookie';
import type { z } from 'zod';
import { BASE_PATH } from '~/domain/base-path';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Configuration } from '~/settings/configuration.server';
import {
  analyticsConsentSchema,
  experimentsSchema,
  languageSchema,
  linkSchema,
  textSchema,
  type ConsentAnswer,
  type Variants,
} from './cookie-schemas';
import type { CookiePhase } from './cookie-upgrade.server';
import { createNamedCookie, expire, type NamedCookie } from './named-cookie.server';

export interface Cookies {
  session: NamedCookie<string | null>;
  /** Also shows that the browser accepts cookies. */
  visitor: NamedCookie<string | null>;
  /** Unsigned, and under one name everywhere: the main product reads it. */
  language: TypedCookie<typeof languageSchema>;
  /** Sealed. */
  returnLink: NamedCookie<string | null>;
  /** Sealed. */
  invite: NamedCookie<string | null>;
  experiments: NamedCookie<Variants>;
  /** What was answered about analytics; absent where nothing was. */
  analyticsConsent: NamedCookie<ConsentAnswer | null>;
  /** A link's parameters, until there is a session. */
  link: NamedCookie<z.infer<typeof linkSchema>>;
  /** The `Set-Cookie` headers that take every cookie away. */
  expireAll(): Promise<string[]>;
  /** The `Set-Cookie` headers that bring the browser's cookies of 0.1.0 up to date. */
  adoptAll(cookieHeader: string | null): Promise<string[]>;
}

const DAY = 24 * 60 * 60;

/** @param phase what cookies of 0.1.0 are worth now */
export function createCookies(
  configuration: Pick<Configuration, 'publicUrl' | 'joinIdleMinutes' | 'joinMaxHours'>,
  siteSecrets: SiteSecrets,
  phase: () => CookiePhase = () => 'over',
): Cookies {
  const common = {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: configuration.publicUrl.startsWith('https:'),
  } as const;
  const named = <Schema extends z.ZodType>(plainName: string, schema: Schema, { maxAge }: CookieOptions) =>
    createNamedCookie({ plainName, schema, siteSecrets, phase, attributes: { ...common, maxAge } });
  const cookies = {
    // Outlives the row, so that a visitor who returns too late learns why they start again.
    session: named('join', textSchema, { maxAge: 30 * DAY }),
    visitor: named('join_visitor', textSchema, { maxAge: 30 * DAY }),
    returnLink: named('join_return', textSchema, { maxAge: 60 * 60 }),
    invite: named('join_invite', textSchema, { maxAge: configuration.joinIdleMinutes * 60 }),
    experiments: named('join_experiments', experimentsSchema, { maxAge: configuration.joinMaxHours * 60 * 60 }),
    // Whoever said yes or no half a year ago is asked again.
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
    async adoptAll(cookieHeader) {
      return (await Promise.all(list.map((cookie) => cookie.adopt(cookieHeader)))).flat();
    },
  };
}
