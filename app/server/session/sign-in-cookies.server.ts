import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { Configuration } from '~/settings/configuration.server';
import { receivesCookie } from '~/settings/sign-in';

/** A sign-in as the backend returned it. The token is a secret. */
export interface SignIn {
  token: string;
  userId: string | null;
}

/** Sets and deletes the main product's cookies in one request. */
export interface SignInHandover {
  /** @returns false if no cookie is configured for it */
  handOver(signIn: SignIn): boolean;
  /** Whether the cookies reach the host of a page. */
  reaches(page: string): boolean;
  /** Whether this browser has kept the token. */
  isHandedOver(token: string | undefined): boolean;
  /** Deletes the cookies after a sign-up without signing in, because they belong to another person. */
  takeBack(): void;
}

/** Unsigned and unencrypted, because the main product reads them (docs/operations/connections.md, "Handing over a sign-in"). */
export interface SignInCookies {
  openFor(cookieHeader: string | null, setCookies: (headers: string[]) => void): SignInHandover;
  /** The `Set-Cookie` headers that delete them. */
  expire(): string[];
}

export function createSignInCookies({ signIn, publicUrl }: Pick<Configuration, 'signIn' | 'publicUrl'>): SignInCookies {
  const { tokenCookie, userCookie, cookieDomain } = signIn;
  // Session cookies, because only the backend knows how long a token is valid.
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    ...(cookieDomain !== undefined && { domain: cookieDomain }),
  } satisfies Omit<SetCookie, 'name' | 'value'>;
  const write = (name: string | undefined, value: string | null) =>
    name === undefined
      ? []
      : [stringifySetCookie({ name, ...attributes, ...(value === null ? { value: '', maxAge: 0 } : { value }) })];
  const expire = () => [...write(tokenCookie, null), ...write(userCookie, null)];
  return {
    openFor: (cookieHeader, setCookies) => ({
      handOver({ token, userId }) {
        setCookies([...write(tokenCookie, token), ...write(userCookie, userId)]);
        return tokenCookie !== undefined;
      },
      reaches: (page) =>
        receivesCookie(new URL(page, publicUrl).hostname, { hostname: new URL(publicUrl).hostname, cookieDomain }),
      isHandedOver: (token) =>
        tokenCookie !== undefined && token !== undefined && parseCookie(cookieHeader ?? '')[tokenCookie] === token,
      takeBack: () => setCookies(expire()),
    }),
    expire,
  };
}
