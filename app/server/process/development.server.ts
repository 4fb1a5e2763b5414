import { createApp, type AppOptions } from '~/server/http/app.server';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { announceReady, summariseStart } from './announce.server';
import { readySentence } from './front-end.server';
import { readConfigurationOrExit, reportStartError } from './start-error.server';
import { openServices } from '~/server/services/services.server';

export async function createDevelopmentApp(env: NodeJS.ProcessEnv, vite: Pick<AppOptions, 'build' | 'fixStacktrace'>) {
  const configuration = readConfigurationOrExit(env);
  const log = createLog(configuration);
  const metrics = createMetrics();
  const opened = await openServices({ configuration, log, metrics });
  const app = createApp({ configuration, log, metrics, opened, ...vite, clientFolder: undefined });
  return {
    configuration,
    handle: app.express,
    announce: (port: number) =>
      announceReady(log, {
        configuration,
        port,
        adminPort: undefined,
        sentence: readySentence,
        summary: summariseStart(configuration),
      }),
    reportStartError: (error: unknown) => reportStartError(error, configuration),
    close: () => opened.close(),
  };
}
