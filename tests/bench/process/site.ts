import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE } from '~tests/servers/run-bundle';
import { neededSettings } from '~tests/servers/site-settings';
import { imageSettings } from './image-settings';
import { startMeasured, type MeasuredProcess, type ProcessOptions } from './measured-process';

export interface SiteOptions extends Partial<Pick<ProcessOptions, 'preload' | 'isUnpinned'>> {
  name: string;
  /** The built server; that of the working copy by default. */
  bundle?: string;
  /** SQLite in a separate folder by default. */
  databaseUrl?: string;
  /** Kept when it stops; by default a temporary folder. */
  dataDir?: string;
  env?: Record<string, string>;
}

/**
 * Starts our built server with the demo's data and the default log level. Rate limits are off, because one browser sends as much as thousands.
 */
export async function startSite({ name, bundle = BUNDLE, databaseUrl, dataDir, env = {}, ...options }: SiteOptions) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'joinery-bench-'));
  const settings = { ...(databaseUrl && { DATABASE_URL: databaseUrl, SESSION_SECRET: 's'.repeat(32) }), ...env };
  const site = await startMeasured({
    ...options,
    name,
    script: [bundle],
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: '0',
      STOP_DELAY_MS: '0',
      RATE_LIMIT: 'off',
      DATA_DIR: folder,
      ...imageSettings(bundle),
      ...neededSettings(settings),
      ...settings,
    },
  });
  return {
    ...site,
    dataDir: folder,
    async stop() {
      await site.stop();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  } satisfies MeasuredProcess & { dataDir: string };
}

export type Site = Awaited<ReturnType<typeof startSite>>;
