import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ConfigurationError, readConfiguration, type Configuration } from '~/settings/configuration.server';
import { drainOnSignal } from './drain.server';
import { hardenServer } from './harden-server.server';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics, type Metrics } from '~/server/telemetry/metrics.server';
import { createMetricsHandler } from './metrics-endpoint.server';

const GRACE_MS = 25_000;

/** What every process has, before it knows what it serves. */
export interface ProcessContext {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  isDraining: () => boolean;
}

/** What a process serves. */
export interface Service {
  onRequest: RequestListener;
  /** Done once, before anybody is served. */
  start(): Promise<void>;
  /** Work that comes round: every so many milliseconds. */
  jobs: [everyMs: number, work: () => Promise<unknown>][];
  /** Called once nobody is being served any more. */
  close(): Promise<void>;
}

/**
 * The whole process: reads the configuration, opens what it serves, listens, works its rounds, and drains on SIGTERM.
 *
 * @param env usually `process.env`
 */
export async function startProcess(
  env: NodeJS.ProcessEnv,
  open: (begun: ProcessContext) => Promise<Service>,
): Promise<void> {
  const configuration = readOrExit(env);
  const log = createLog(configuration);
  const metrics = createMetrics();
  metrics.watchProcess();
  let isDraining = () => false;
  const served = await open({ configuration, log, metrics, isDraining: () => isDraining() });
  const server = createServer();
  const metricsServer = createServer(createMetricsHandler(metrics, log));
  const rounds: NodeJS.Timeout[] = [];
  ({ isDraining } = drainOnSignal(server, {
    log,
    graceMs: GRACE_MS,
    delayMs: configuration.stopDelayMs,
    onStop: async () => {
      rounds.forEach(clearInterval);
      await served.close();
      // Last, so that the figures of the end can still be fetched.
      metricsServer.close();
    },
  }));
  server.on('request', served.onRequest);
  hardenServer(server);
  hardenServer(metricsServer);
  await served.start();
  rounds.push(...served.jobs.map(([ms, work]) => every(ms, work)));
  await listenForMetrics();
  await listen(server, configuration.port, configuration.host);
  log.info({ address: configuration.publicUrl, port: portOf(server), adminPort: portOf(metricsServer) }, 'ready');

  /** A second demo on one machine is no reason to fail; a real site without its metrics is. */
  async function listenForMetrics(): Promise<void> {
    try {
      await listen(metricsServer, configuration.adminPort, configuration.host);
    } catch (err) {
      if (!configuration.demo) throw err;
      log.warn({ err }, 'there are no metrics: ADMIN_PORT is taken');
    }
  }

  /** Work that comes round; a failure is logged and the next round tries again. */
  function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
    return setInterval(
      () => void work().catch((err: unknown) => log.error({ err }, 'a round of work failed')),
      ms,
    ).unref();
  }
}

function readOrExit(env: NodeJS.ProcessEnv): Configuration {
  try {
    return readConfiguration(env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`The configuration is wrong:\n${error.message}\n`);
    process.exit(78);
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Undefined where it does not listen. */
function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}
