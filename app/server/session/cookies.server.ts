import type { SiteSecrets } from '~/lib/sealing.server';
import { createCookie, type Cookie } from '@remix-run/node';
import type { Configuration } from '~/settings/configuration.server';

/** The cookies of the front end; all first-party, none readable by scripts. */
export interface Cookies {
  /** The id of the session row, signed. */
  session: Cookie;
  /** A random id of the browser; also shows that it keeps cookies at all. */
  visitor: Cookie;
  language: Cookie;
  /** The link of the receipt mail that was opened, sealed and signed, for an hour. */
  returnLink: Cookie;
  /** The invite that was opened, sealed and signed, for as long as answers are kept. */
  invite: Cookie;
  /** What this browser was found to be in of the experiments, signed, for as long as a journey can last. */
  experiments: Cookie;
  /** What a link brought along, until there is a session to keep it; signed. */
  link: Cookie;
}

const DAY = 24 * 60 * 60;

/** @param siteSecrets the first signs, all verify */
export function createCookies(
  configuration: Pick<Configuration, 'publicUrl' | 'joinIdleMinutes' | 'joinMaxHours'>,
  siteSecrets: SiteSecrets,
): Cookies {
  const secrets = [...siteSecrets];
  const common = {
    path: '/app/join',
    httpOnly: true,
    sameSite: 'lax',
    secure: configuration.publicUrl.startsWith('https:'),
  } as const;
  return {
    // Outlives the row by far, so that who comes back too late is told why they start again.
    session: createCookie('join', { ...common, secrets, maxAge: 30 * DAY }),
    visitor: createCookie('join_visitor', { ...common, secrets, maxAge: 30 * DAY }),
    returnLink: createCookie('join_return', { ...common, secrets, maxAge: 60 * 60 }),
    invite: createCookie('join_invite', { ...common, secrets, maxAge: configuration.joinIdleMinutes * 60 }),
    experiments: createCookie('join_experiments', { ...common, secrets, maxAge: configuration.joinMaxHours * 60 * 60 }),
    link: createCookie('join_link', { ...common, secrets, maxAge: DAY }),
    // The main product's pages may speak it, too.
    language: createCookie('join_language', { ...common, path: '/', maxAge: 365 * DAY }),
  };
}
