import { createHash } from 'node:crypto';

const LENGTH = 16;

/** The name of a sign-up in log lines. It does not change with the session id, and only the store links it to a person. */
export function signUpReference(lineage: string): string {
  const digest = createHash('sha256').update(`sign-up reference ${lineage}`).digest('base64url');
  return `su_${digest.slice(0, LENGTH)}`;
}
