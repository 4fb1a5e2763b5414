/** `token` is a secret. */
export interface InviteLink {
  userId: string;
  token: string;
}

/** Stands for a malformed token or id. It opens nothing, like an unknown one. */
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
