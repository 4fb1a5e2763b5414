import type { ServerBuild } from '@remix-run/node';
import { createApp } from '~/server/http/app.server';
import { readConfiguration } from '~/settings/configuration.server';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { openServices } from '~/server/services/services.server';

export async function createDevelopmentApp(env: NodeJS.ProcessEnv, build: () => Promise<ServerBuild>) {
  const configuration = readConfiguration(env);
  const log = createLog(configuration);
  const metrics = createMetrics();
  const opened = await openServices({ configuration, log, metrics });
  const app = createApp({ configuration, log, metrics, opened, build, clientFolder: undefined });
  return { configuration, handle: app.express, close: () => opened.close() };
}
