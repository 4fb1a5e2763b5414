import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from './kinds/secret';

/** Where a secret that nobody configured is kept. */
export function storedSecretPath(dataDir: string): string {
  return join(dataDir, 'session-secret');
}

/**
 * The secret that a server made for itself in its data folder; undefined where it made none.
 *
 * @throws Error when the file cannot be read, or does not hold a secret
 */
export async function findStoredSecret(dataDir: string): Promise<Secret | undefined> {
  const path = storedSecretPath(dataDir);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept === undefined) return undefined;
  if (kept.trim().length < 32) throw new Error(`${path} does not hold a secret. Remove it, and a new one is made.`);
  return new Secret(kept.trim());
}
