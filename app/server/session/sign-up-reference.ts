import { createHash } from 'node:crypto';

const LENGTH = 16;

/** How log lines name a sign-up: it stays when the session gets a new id, and leads to a person only through the store. */
export function signUpReference(lineage: string): string {
  const digest = createHash('sha256').update(`sign-up reference ${lineage}`).digest('base64url');
  return `su_${digest.slice(0, LENGTH)}`;
}
