import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { Configuration } from '~/settings/configuration.server';

/** A sign-in as the backend answered it. The token is a secret. */
export interface SignIn {
  token: string;
  userId: string | null;
}

/** What one request does about the main product's cookies. */
export interface SignInHandover {
  /** @returns false where no cookie is named for it */
  handOver(signIn: SignIn): boolean;
  /** Whether this browser has kept the token. */
  isHandedOver(token: string | undefined): boolean;
  /** Somebody who is not signed in has just signed up: whoever the cookies name is another person. */
  takeBack(): void;
}

/** Unsigned and as they are, since the main product reads them (docs/operations/connections.md, "Handing over a sign-in"). */
export interface SignInCookies {
  openFor(cookieHeader: string | null, setCookies: (headers: string[]) => void): SignInHandover;
  /** The `Set-Cookie` headers that take them away. */
  expire(): string[];
}

export function createSignInCookies({ signIn, publicUrl }: Pick<Configuration, 'signIn' | 'publicUrl'>): SignInCookies {
  const { tokenCookie, userCookie, cookieDomain } = signIn;
  // They end with the browser: how long a token is good, only the backend knows.
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
      isHandedOver: (token) =>
        tokenCookie !== undefined && token !== undefined && parseCookie(cookieHeader ?? '')[tokenCookie] === token,
      takeBack: () => setCookies(expire()),
    }),
    expire,
  };
}
