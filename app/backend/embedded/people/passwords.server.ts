import { hash, verify } from '@node-rs/argon2';
import type { Sealing } from '~/lib/sealing.server';

/** Argon2id with the library's parameters, 19 MiB and two passes (OWASP, "Password Storage"). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/**
 * Hashes a security code or the answer to a security question, and seals the hash: without the seal, a copied store would reveal four
 * digits or a pet's name to a dictionary attack (docs/decisions/0048).
 */
export async function hashSecurityProof(pepper: Sealing, proof: string): Promise<string> {
  return pepper.seal(await hashPassword(proof));
}

let dummyHash: Promise<string> | undefined;

/**
 * Checks a password. Takes equally long for an unknown user, so that timing does not reveal which users have an
 * account.
 */
export async function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await (dummyHash ??= hash('nobody'))), password);
  return passwordHash != null && isRight;
}
