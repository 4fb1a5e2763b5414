/** `token` is a secret. */
export interface InviteLink {
  userId: string;
  token: string;
}

/** In place of a malformed token or id. It opens nothing, like an unknown one. */
const MALFORMED = '-';

/** Drops what follows the token and the id: mail programs append parameters and a sentence's full stop. */
export function readInviteLink(query: URLSearchParams): InviteLink | undefined {
  const token = query.get('token');
  const userId = query.get('userId');
  if (!token || !userId) return undefined;
  return { token: readToken(token), userId: readToken(userId) };
}

function readToken(text: string): string {
  return /^[\w-]{1,200}/.exec(text)?.[0] ?? MALFORMED;
}

/** The link that is mailed after a payment; its token allows setting the credentials. */
export interface ReturnLink {
  token: string;
  userId: string;
  /** Once they are set by it, so that the next page confirms what was stored. */
  set?: SetByLink;
}

export interface SetByLink {
  username: string;
  /** A path of this host, or an address. */
  wayOn: string;
  /** At the main product, from this browser. */
  isSignedIn: boolean;
}

/** Drops what follows the token and the id: mail programs append parameters and a sentence's full stop. */
export function readReturnLink(query: URLSearchParams): ReturnLink | undefined {
  const token = /^[\w-]{20,200}/.exec(query.get('token') ?? '')?.[0];
  const userId = /^[\w-]{1,100}/.exec(query.get('userId') ?? '')?.[0];
  return token && userId ? { token, userId } : undefined;
}
