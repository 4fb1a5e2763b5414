import type { OperatorSettings } from '~/settings/operator-settings';
import { findStoredSecret } from '~/settings/stored-secret.server';

/** The secrets of the environment, or else the one the server stores; none where neither exists. */
export async function findSecrets(
  { sessionSecrets }: Pick<OperatorSettings, 'sessionSecrets'>,
  dataDir: string,
): Promise<string[]> {
  const kept = sessionSecrets.length > 0 ? undefined : await findStoredSecret(dataDir, 'session-secret');
  return [...sessionSecrets, ...(kept ? [kept] : [])].map((secret) => secret.reveal());
}

/** The peppers of the environment, or else the one the server stores; none where neither exists. */
export async function findPeppers({ peppers }: Pick<OperatorSettings, 'peppers'>, dataDir: string): Promise<string[]> {
  const kept = peppers.length > 0 ? undefined : await findStoredSecret(dataDir, 'pepper');
  return [...peppers, ...(kept ? [kept] : [])].map((secret) => secret.reveal());
}
