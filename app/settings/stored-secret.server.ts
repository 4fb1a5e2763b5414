import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from './kinds/secret';

export function storedSecretPath(dataDir: string): string {
  return join(dataDir, 'session-secret');
}

/** The secret a server created for itself. @throws Error when the file cannot be read, or holds no secret */
export async function findStoredSecret(dataDir: string): Promise<Secret | undefined> {
  const path = storedSecretPath(dataDir);
  const secret = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (secret === undefined) return undefined;
  if (secret.trim().length < 32) throw new Error(`${path} does not hold a secret. Remove it, and a new one is made.`);
  return new Secret(secret.trim());
}
