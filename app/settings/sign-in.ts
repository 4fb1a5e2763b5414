import { cookieDomain, cookieName } from './kinds/cookies';
import { setting, type Clash, type RawSettings, type VariableOf } from './setting';

/** The cookies that tell the main product who has just signed in. */
export const signIn = {
  /** Undefined: nobody is handed over. */
  tokenCookie: setting('AUTH_COOKIE_NAME', cookieName.optional()),
  userCookie: setting('AUTH_USER_COOKIE_NAME', cookieName.optional()),
  /** Undefined: this host alone. */
  cookieDomain: setting('AUTH_COOKIE_DOMAIN', cookieDomain.optional()),
};

export function signInClashes(raw: RawSettings): Clash<VariableOf<typeof signIn>>[] {
  const { AUTH_COOKIE_NAME: token, AUTH_USER_COOKIE_NAME: user, AUTH_COOKIE_DOMAIN: domain } = raw;
  const { hostname, protocol } = new URL(
    URL.canParse(raw.PUBLIC_URL ?? '') ? (raw.PUBLIC_URL ?? '') : 'http://localhost',
  );
  const isCovered = domain === undefined || `.${hostname}`.endsWith(`.${domain.toLowerCase()}`);
  const needsToken = 'must be empty without AUTH_COOKIE_NAME';
  const names = [['AUTH_COOKIE_NAME', token] as const, ['AUTH_USER_COOKIE_NAME', user] as const];
  return [
    ['AUTH_USER_COOKIE_NAME', user !== undefined && token === undefined, needsToken],
    ['AUTH_USER_COOKIE_NAME', user !== undefined && user === token, 'must differ from AUTH_COOKIE_NAME'],
    ['AUTH_COOKIE_DOMAIN', domain !== undefined && token === undefined, needsToken],
    ['AUTH_COOKIE_DOMAIN', !isCovered, 'must be the host of PUBLIC_URL, or a domain that it is below'],
    // Browsers refuse such a cookie without a word.
    ...names.flatMap(([variable, name = '']): Clash<VariableOf<typeof signIn>>[] => [
      [
        variable,
        /^__(secure|host)-/i.test(name) && protocol !== 'https:',
        'has a prefix that needs https in PUBLIC_URL',
      ],
      [variable, /^__host-/i.test(name) && domain !== undefined, 'has a prefix that goes with no AUTH_COOKIE_DOMAIN'],
    ]),
  ];
}
