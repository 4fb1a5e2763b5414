/** The link that is mailed after a payment; its token allows setting the credentials. */
export interface ReturnLink {
  token: string;
  userId: string;
}

/** Drops what follows the token and the id: mail programs append parameters and a sentence's full stop. */
export function readReturnLink(query: URLSearchParams): ReturnLink | undefined {
  const token = /^[\w-]{20,200}/.exec(query.get('token') ?? '')?.[0];
  const userId = /^[\w-]{1,100}/.exec(query.get('userId') ?? '')?.[0];
  return token && userId ? { token, userId } : undefined;
}
