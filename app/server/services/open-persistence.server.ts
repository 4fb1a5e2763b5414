import type { Logger } from 'pino';
import type { Configuration } from '~/settings/configuration.server';
import { loadOrCreateSecrets } from './stored-secrets.server';
import { openStore } from '~/store/open-store.server';

/** The first secret encrypts; every secret decrypts. */
export async function openPersistence({ configuration, log }: { configuration: Configuration; log: Logger }) {
  const { dataDir, sessionSecrets } = configuration;
  const store = await openStore({
    dataDir,
    databaseUrl: configuration.databaseUrl?.reveal(),
    poolSize: configuration.databasePoolSize,
    onLost: (err) => log.warn({ err }, 'store connection lost'),
    onStep: (ms) => log.warn({ seconds: ms / 1000 }, "the store's clock was set"),
  });
  // Runs after the store has locked the folder, because two processes must not both create a secret.
  const secrets = await loadOrCreateSecrets(dataDir, 'session-secret', sessionSecrets);
  return { store, secrets };
}
