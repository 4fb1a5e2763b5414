import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '~/settings/configuration.server';
import { findStoredSecret, storedSecretPath } from '~/settings/stored-secret.server';
import { Secret } from '~/settings/kinds/secret';

/** Creates `DATA_DIR/session-secret` where none is configured. The folder must be locked: two processes must not both create one. */
export async function loadOrCreateSecrets(
  configuration: Pick<Configuration, 'dataDir' | 'sessionSecrets'>,
): Promise<readonly [Secret, ...Secret[]]> {
  const { dataDir } = configuration;
  const [first, ...others] = configuration.sessionSecrets;
  if (first) return [first, ...others];
  return [(await findStoredSecret(dataDir)) ?? (await createSecret(storedSecretPath(dataDir)))];
}

async function createSecret(path: string): Promise<Secret> {
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
  return new Secret(secret);
}
