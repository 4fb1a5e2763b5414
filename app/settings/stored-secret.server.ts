import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from './kinds/secret';

/** The files in a data folder that contain secrets. A server creates one if its setting is empty. */
export type StoredSecret = 'session-secret' | 'pepper';

export function storedSecretPath(dataDir: string, name: StoredSecret): string {
  return join(dataDir, name);
}

/** The secret that a server created. @throws Error if the file cannot be read, or contains no secret */
export async function findStoredSecret(dataDir: string, name: StoredSecret): Promise<Secret | undefined> {
  const path = storedSecretPath(dataDir, name);
  const secret = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (secret === undefined) return undefined;
  if (secret.trim().length < 32) throw new Error(`${path} contains no secret. ${WHAT_TO_DO[name]}`);
  return new Secret(secret.trim());
}

const WHAT_TO_DO: Record<StoredSecret, string> = {
  'session-secret': 'Remove it, and the next start creates a new one.',
  pepper: 'Restore it: activation codes can only be found with it.',
};
