import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Secret } from '~/settings/kinds/secret';
import { restrictToOwner } from '~/store/private-files.server';
import { findStoredSecret, storedSecretPath, type StoredSecret } from '~/settings/stored-secret.server';

/**
 * Returns the configured secrets, or else the one in the data folder, which is created if missing. The folder must be locked: two processes
 * must not both create one.
 */
export async function loadOrCreateSecrets(
  dataDir: string,
  name: StoredSecret,
  configured: readonly Secret[],
): Promise<SiteSecrets> {
  const [first, ...others] = configured.map((secret) => secret.reveal());
  if (first !== undefined) return [first, ...others];
  const path = storedSecretPath(dataDir, name);
  const stored = await findStoredSecret(dataDir, name);
  if (stored === undefined) return [await createSecret(path)];
  restrictToOwner(path);
  return [stored.reveal()];
}

async function createSecret(path: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const secret = randomBytes(48).toString('base64url');
  // Write, sync, then rename: a crash never leaves half a secret.
  const temporaryPath = `${path}.${process.pid}`;
  const file = await open(temporaryPath, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
  return secret;
}
