import type { Logger } from 'pino';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Configuration } from '~/settings/configuration.server';
import { loadOrMakeSecrets } from './session-secret.server';
import { openStore } from '~/store/open-store.server';

/** Opens what a process keeps: the store, and the secrets that seal what is in it; the first seals, all open. */
export async function openPersistence({ configuration, log }: { configuration: Configuration; log: Logger }) {
  const store = await openStore({
    dataDir: configuration.dataDir,
    databaseUrl: configuration.databaseUrl?.reveal(),
    poolSize: configuration.databasePoolSize,
    onLost: (err) => log.warn({ err }, 'a connection to the store was lost'),
  });
  // After the store, which claims the folder: two processes that both made a secret would not agree.
  const [first, ...others] = await loadOrMakeSecrets(configuration);
  const secrets: SiteSecrets = [first.reveal(), ...others.map((secret) => secret.reveal())];
  return { store, secrets };
}
