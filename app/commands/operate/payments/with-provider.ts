import { UsageError, type ExitCode, type Terminal } from '~/commands/operate/command';
import { readBackendSettings, withStore } from '~/commands/operate/with-store';
import { reasonsOf } from '~/lib/reasons-of';
import { openPayments } from '~/server/services/open-payments.server';
import type { OpenPayments } from '~/server/services/payment-provider';
import { readProviderSettings } from '~/settings/operator-settings';
import { isMissingTable } from '~/store/migrate.server';
import type { Db, StoreClock } from '~/store/store';

/**
 * Opens the server's store and payment provider for a command, and closes both afterwards.
 *
 * @returns the result of the work; 2, with a message, if the store is missing, or one of them fails
 */
export async function withProvider(
  terminal: Terminal,
  { folder, readonly }: { folder: string | undefined; readonly: boolean },
  work: (db: Db, provider: OpenPayments, clock: StoreClock) => Promise<ExitCode>,
): Promise<ExitCode> {
  const settings = readBackendSettings(terminal, folder);
  const payments = readProviderSettings(terminal.env);
  return withStore({ ...settings, readonly }, terminal, async (db, storeClock) => {
    const { clock } = terminal;
    const parts = { configuration: { dataDir: settings.dataDir, demo: false }, clock };
    const provider = await openPayments(payments, parts);
    try {
      return await work(db, provider, storeClock);
    } catch (error) {
      if (error instanceof UsageError || isMissingTable(error)) throw error;
      terminal.printError(`The store or the provider failed: ${reasonsOf(error)}`);
      return 2;
    } finally {
      provider.close();
    }
  });
}
