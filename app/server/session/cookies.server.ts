import type { SiteSecrets } from '~/lib/sealing.server';
import { createCookie, type Cookie } from '@remix-run/node';
import { createTypedCookie, type TypedCookie } from 'remix-utils/typed-cookie';
import type { Configuration } from '~/settings/configuration.server';
import { BASE_PATH } from '~/domain/base-path';
import { analyticsConsentSchema, experimentsSchema, languageSchema, linkSchema, visitorSchema } from './cookie-schemas';

export interface Cookies {
  session: Cookie;
  /** Also shows that the browser accepts cookies. */
  visitor: TypedCookie<typeof visitorSchema>;
  language: TypedCookie<typeof languageSchema>;
  returnLink: Cookie;
  invite: Cookie;
  experiments: TypedCookie<typeof experimentsSchema>;
  /** What was answered about analytics; absent where nothing was. */
  analyticsConsent: TypedCookie<typeof analyticsConsentSchema>;
  /** A link's parameters, until there is a session. */
  link: TypedCookie<typeof linkSchema>;
  /** The `Set-Cookie` headers that take every cookie away. */
  expireAll(): Promise<string[]>;
}

const DAY = 24 * 60 * 60;

export function createCookies(
  configuration: Pick<Configuration, 'publicUrl' | 'joinIdleMinutes' | 'joinMaxHours'>,
  siteSecrets: SiteSecrets,
): Cookies {
  const secrets = [...siteSecrets];
  const common = {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: configuration.publicUrl.startsWith('https:'),
  } as const;
  const cookies = {
    // Outlives the row, so that a visitor who returns too late learns why they start again.
    session: createCookie('join', { ...common, secrets, maxAge: 30 * DAY }),
    visitor: createCookie('join_visitor', { ...common, secrets, maxAge: 30 * DAY }),
    returnLink: createCookie('join_return', { ...common, secrets, maxAge: 60 * 60 }),
    invite: createCookie('join_invite', { ...common, secrets, maxAge: configuration.joinIdleMinutes * 60 }),
    experiments: createCookie('join_experiments', { ...common, secrets, maxAge: configuration.joinMaxHours * 60 * 60 }),
    // Whoever said yes or no half a year ago is asked again.
    analyticsConsent: createCookie('join_consent', { ...common, secrets, maxAge: 180 * DAY }),
    link: createCookie('join_link', { ...common, secrets, maxAge: DAY }),
    // The main product's pages may use it too.
    language: createCookie('join_language', { ...common, path: '/', maxAge: 365 * DAY }),
  };
  return {
    ...cookies,
    visitor: createTypedCookie({ cookie: cookies.visitor, schema: visitorSchema }),
    experiments: createTypedCookie({ cookie: cookies.experiments, schema: experimentsSchema }),
    analyticsConsent: createTypedCookie({ cookie: cookies.analyticsConsent, schema: analyticsConsentSchema }),
    link: createTypedCookie({ cookie: cookies.link, schema: linkSchema }),
    language: createTypedCookie({ cookie: cookies.language, schema: languageSchema }),
    expireAll: () => Promise.all(Object.values(cookies).map(expire)),
  };
}

/** The `Set-Cookie` header that takes a cookie away. */
export function expire(cookie: Cookie): Promise<string> {
  return cookie.serialize('', { maxAge: 0, expires: new Date(0) });
}
