/** What the link in the receipt mail holds: who comes back, and the token that lets them choose their credentials. */
export interface ReturnLink {
  token: string;
  userId: string;
}

/**
 * Reads the link's query. Mail programs append parameters and a sentence's full stop: what follows the token and the id is left out.
 *
 * @returns undefined where the address holds none
 */
export function readReturnLink(query: URLSearchParams): ReturnLink | undefined {
  const token = /^[\w-]{20,200}/.exec(query.get('token') ?? '')?.[0];
  const userId = /^[\w-]{1,100}/.exec(query.get('userId') ?? '')?.[0];
  return token && userId ? { token, userId } : undefined;
}
