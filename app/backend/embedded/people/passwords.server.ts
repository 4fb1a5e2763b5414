import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters, 19 MiB and two passes (OWASP, "Password Storage"). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/** Checks a password. An unknown user takes as long, so that the time does not reveal who has an account. */
export async function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await (decoy ??= hash('nobody'))), password);
  return passwordHash != null && isRight;
}
