import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '~/settings/configuration.server';
import { findKeptSecret, keptSecretPath } from '~/settings/kept-secret.server';
import { Secret } from '~/settings/kinds/secret';

/**
 * The secrets that sign and seal: the first one does, every one is accepted. Where the environment gives none, one is made
 * and kept in `DATA_DIR/session-secret` (mode 0600), so that a restart of the demo keeps everybody's answers.
 * Call it once the data folder is claimed: two processes making one at the same time would not agree.
 *
 * @throws Error when the file cannot be read or written, or does not hold a secret
 */
export async function loadOrMakeSecrets(
  configuration: Pick<Configuration, 'dataDir' | 'sessionSecrets'>,
): Promise<readonly [Secret, ...Secret[]]> {
  const { dataDir } = configuration;
  const [first, ...others] = configuration.sessionSecrets;
  if (first) return [first, ...others];
  return [(await findKeptSecret(dataDir)) ?? (await make(keptSecretPath(dataDir)))];
}

async function make(path: string): Promise<Secret> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const secret = randomBytes(48).toString('base64url');
  // Renamed into place when it is on the disk: cut off in between, there is no half a secret to start with next time.
  const unfinished = `${path}.${process.pid}`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return new Secret(secret);
}
