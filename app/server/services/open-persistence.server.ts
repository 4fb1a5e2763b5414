import type { Logger } from 'pino';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { Configuration } from '~/settings/configuration.server';
import { loadOrCreateSecrets } from './session-secret.server';
import { findUpgrade } from '~/store/upgrades.server';
import { openStore } from '~/store/open-store.server';

/** The first secret encrypts, all decrypt. */
export async function openPersistence({ configuration, log }: { configuration: Configuration; log: Logger }) {
  const store = await openStore({
    dataDir: configuration.dataDir,
    databaseUrl: configuration.databaseUrl?.reveal(),
    poolSize: configuration.databasePoolSize,
    onLost: (err) => log.warn({ err }, 'a connection to the store was lost'),
  });
  // Only after the store has locked the folder: two processes must not both create a secret.
  const [first, ...others] = await loadOrCreateSecrets(configuration);
  const secrets: SiteSecrets = [first.reveal(), ...others.map((secret) => secret.reveal())];
  return { store, secrets, upgradedAt: await findUpgrade(store.db, 'cookie-names') };
}
