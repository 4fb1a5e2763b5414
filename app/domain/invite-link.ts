/** What the link of an invite holds: who is invited, and the token that opens it, a secret. */
export interface InviteLink {
  userId: string;
  token: string;
}

/** Stands for a token or an id that cannot be one: it opens nothing, like one that nobody knows. */
const NOBODYS = '-';

/**
 * Reads the link's query. Mail programs append parameters and a sentence's full stop: what follows the token and the id is left out.
 *
 * @returns undefined where the address holds no token or no id
 */
export function readInviteLink(query: URLSearchParams): InviteLink | undefined {
  const token = query.get('token');
  const userId = query.get('userId');
  if (!token || !userId) return undefined;
  return { token: leadingToken(token), userId: leadingToken(userId) };
}

function leadingToken(text: string): string {
  return /^[\w-]{1,200}/.exec(text)?.[0] ?? NOBODYS;
}
