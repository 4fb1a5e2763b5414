import type { VisitLink } from './visit-link';

/** `token` is a secret. */
export interface InviteLink {
  userId: string;
  token: string;
}

/** Replaces a malformed token or id. Like an unknown one, it opens nothing. */
const MALFORMED = '-';

/** Drops everything after the token and the id, because mail programs append parameters and a sentence's full stop. */
export function readInviteLink(query: URLSearchParams): InviteLink | undefined {
  const token = query.get('token');
  const userId = query.get('userId');
  if (!token || !userId) return undefined;
  return { token: readToken(token), userId: readToken(userId) };
}

function readToken(text: string): string {
  return /^[\w-]{1,200}/.exec(text)?.[0] ?? MALFORMED;
}

/** How many days the link that is mailed after a payment is valid, and the session that paid. No session lasts longer. */
export const CREDENTIALS_DAYS = 30;

/** The link that is mailed after a payment; its token allows setting the credentials. */
export interface ReturnLink {
  token: string;
  userId: string;
  /** Known once its form was shown. A link that is used up no longer opens the parent's record. */
  isProfessional?: boolean;
  /** The other parameters of the link's address. They never reach a sign-up in this browser, which may be another person's. */
  visitLink?: VisitLink;
  /** Set after the visitor used the link to set credentials, so that the next page confirms this. */
  set?: SetByLink;
}

/**
 * The query of the page that confirms the link's credentials, in a browser that also contains a payer's sign-up. Without it, `/credentials`
 * is that payer's page again.
 */
export const CONFIRMS_LINK = 'set';

export interface SetByLink {
  username: string;
  /** A path of this host, or a URL. */
  wayOn: string;
  /** Signed in to the main product, from this browser. */
  isSignedIn: boolean;
}

/** Drops everything after the token and the id, because mail programs append parameters and a sentence's full stop. */
export function readReturnLink(query: URLSearchParams): ReturnLink | undefined {
  const token = /^[\w-]{20,200}/.exec(query.get('token') ?? '')?.[0];
  const userId = /^[\w-]{1,100}/.exec(query.get('userId') ?? '')?.[0];
  return token && userId ? { token, userId } : undefined;
}

/** Whether the page's address may be a mailed link. @param address path and query */
export function hasMailedToken(address: string): boolean {
  return queryOf(address)?.has('token') === true;
}

/** The address for a page's links and forms, which must not contain a mailed token. @param address path and query */
export function withoutMailedLink(address: string): string {
  const query = queryOf(address);
  if (!query?.has('token')) return address;
  for (const name of ['token', 'userId']) query.delete(name);
  const path = address.slice(0, address.indexOf('?'));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function queryOf(address: string): URLSearchParams | undefined {
  const start = address.indexOf('?');
  return start === -1 ? undefined : new URLSearchParams(address.slice(start));
}
