import { z } from 'zod';
import { findLink } from './links';
import { findPublicUrl, isRealSite } from './server';
import { setting, type Clash, type RawSettings, type VariableOf } from './setting';

/** The names of this application's cookies, under http and https. Browsers ignore the case of the prefixes. */
const OUR_NAMES = /^(__(secure|host)-)?join(_|$)/i;

const cookieName = z
  .string()
  .refine((value) => /^[\w.-]{1,64}$/.test(value), { error: 'must be letters, digits, dots, _ and -' })
  .refine((value) => !OUR_NAMES.test(value), {
    error: 'must not be join or begin with join_: this application uses those cookies',
  });

const cookieDomain = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/.test(value), {
    error: 'must be a domain without a leading dot, such as example.com',
  });

/** The cookies that hand a sign-in over to the main product. */
export const signIn = {
  /** Undefined hands no sign-in over. */
  tokenCookie: setting('AUTH_COOKIE_NAME', cookieName.optional()),
  userCookie: setting('AUTH_USER_COOKIE_NAME', cookieName.optional()),
  /** Undefined means only this host. */
  cookieDomain: setting('AUTH_COOKIE_DOMAIN', cookieDomain.optional()),
};

const UNREACHABLE_FAULT =
  'must also cover the host of APP_HOME_URL, which otherwise receives no cookie; if no domain covers both, leave AUTH_COOKIE_NAME empty';

/** @param site the host of PUBLIC_URL, and AUTH_COOKIE_DOMAIN */
export function receivesCookie(
  host: string,
  { hostname, cookieDomain }: { hostname: string; cookieDomain: string | undefined },
): boolean {
  return host === hostname || (cookieDomain !== undefined && isBelow(host, cookieDomain));
}

function isBelow(host: string, domain: string): boolean {
  return `.${host}`.endsWith(`.${domain.toLowerCase()}`);
}

export function signInClashes(raw: RawSettings): Clash<VariableOf<typeof signIn>>[] {
  const { AUTH_COOKIE_NAME: token, AUTH_USER_COOKIE_NAME: user, AUTH_COOKIE_DOMAIN: domain } = raw;
  const { hostname, protocol } = findPublicUrl(raw);
  // Another backend may return a page of this host that passes the token on.
  const leadsToProduct = isRealSite(raw) && token !== undefined && raw.BACKEND_URL === undefined;
  const appHost = findLink(raw, 'appHome')?.hostname ?? hostname;
  const isOutOfReach = leadsToProduct && !receivesCookie(appHost, { hostname, cookieDomain: domain });
  const needsToken = 'must be empty without AUTH_COOKIE_NAME';
  const names = [['AUTH_COOKIE_NAME', token] as const, ['AUTH_USER_COOKIE_NAME', user] as const];
  return [
    ['AUTH_USER_COOKIE_NAME', user !== undefined && token === undefined, needsToken],
    ['AUTH_USER_COOKIE_NAME', user !== undefined && user === token, 'must differ from AUTH_COOKIE_NAME'],
    ['AUTH_COOKIE_DOMAIN', domain !== undefined && token === undefined, needsToken],
    [
      'AUTH_COOKIE_DOMAIN',
      domain !== undefined && !isBelow(hostname, domain),
      'must be the host of PUBLIC_URL, or a parent domain of it',
    ],
    ['AUTH_COOKIE_DOMAIN', isOutOfReach, UNREACHABLE_FAULT],
    // Browsers reject such a cookie silently.
    ...names.flatMap(([variable, name = '']): Clash<VariableOf<typeof signIn>>[] => [
      [
        variable,
        /^__(secure|host)-/i.test(name) && protocol !== 'https:',
        'has a prefix that needs https in PUBLIC_URL',
      ],
      [variable, /^__host-/i.test(name) && domain !== undefined, 'has a prefix that does not allow AUTH_COOKIE_DOMAIN'],
    ]),
  ];
}
