import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from './kinds/secret';

/** The files of a data folder that hold what a server made for itself where a setting was empty. */
export type StoredSecret = 'session-secret' | 'pepper';

export function storedSecretPath(dataDir: string, name: StoredSecret): string {
  return join(dataDir, name);
}

/** The secret a server created for itself. @throws Error when the file cannot be read, or holds no secret */
export async function findStoredSecret(dataDir: string, name: StoredSecret): Promise<Secret | undefined> {
  const path = storedSecretPath(dataDir, name);
  const secret = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (secret === undefined) return undefined;
  if (secret.trim().length < 32) throw new Error(`${path} does not hold a secret. ${WHAT_TO_DO[name]}`);
  return new Secret(secret.trim());
}

const WHAT_TO_DO: Record<StoredSecret, string> = {
  'session-secret': 'Remove it, and a new one is made.',
  pepper: 'Restore it: activation codes are found with it alone.',
};
