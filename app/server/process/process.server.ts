import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { STOP_MS } from '~/lib/stop-times';
import type { Configuration } from '~/settings/configuration.server';
import { announceReady, summariseStart, type ReadySentence } from './announce.server';
import { drainOnSignal } from './drain.server';
import { hardenServer } from './harden-server.server';
import { createLog, openLogDestination } from '~/server/telemetry/log.server';
import { createMetrics, type Metrics } from '~/server/telemetry/metrics.server';
import { openTracing } from '~/server/telemetry/tracing/open-tracing.server';
import type { StartRequestSpan } from '~/server/telemetry/tracing/span';
import { createMetricsHandler } from './metrics-endpoint.server';
import { readConfigurationOrExit, reportStartError } from './start-error.server';

export interface ProcessContext {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  startRequest: StartRequestSpan;
  isDraining: () => boolean;
}

type Work = () => Promise<unknown>;

/** The intervals of the periodic jobs, and whether each also runs once the server listens. */
const JOBS = {
  watchClock: { everyMs: 60 * 1000, isStarted: true },
  recover: { everyMs: 60 * 1000, isStarted: true },
  purge: { everyMs: 10 * 60 * 1000, isStarted: false },
};

export interface Service {
  onRequest: RequestListener;
  /** Printed to a terminal once the server listens. */
  readySentence: ReadySentence;
  jobs: [name: keyof typeof JOBS, work: Work][];
  close(): Promise<void>;
}

/** Opens, starts and drains a service. Exits with 78 if the configuration in `env` is wrong, with 1 if it cannot start. */
export async function startProcess(
  env: NodeJS.ProcessEnv,
  open: (context: ProcessContext) => Promise<Service>,
): Promise<void> {
  // By default, small buffers are slices of a shared pool, where a posted card's bytes would outlive the request.
  Buffer.poolSize = 0;
  reduceFullCollections();
  const configuration = readConfigurationOrExit(env);
  try {
    await serve(configuration, open);
  } catch (error) {
    reportStartError(error, configuration);
    process.exit(1);
  }
}

/**
 * Reduces full garbage collections: V8 grows the heap by only a few megabytes between two of them. Node 20 keeps more of a request until the
 * next one, also because it allocates some closures directly in the old space. `NODE_OPTIONS` accepts neither option.
 */
function reduceFullCollections(): void {
  const isNode20 = process.versions.node.startsWith('20.');
  setFlagsFromString(`--heap-growing-percent=${isNode20 ? 120 : 60}`);
  if (isNode20) setFlagsFromString('--no-allocation-site-pretenuring');
}

async function serve(configuration: Configuration, open: (context: ProcessContext) => Promise<Service>): Promise<void> {
  const metrics = createMetrics();
  const destination = openLogDestination({
    onLost: metrics.recordLostLogLine,
    onResumed: (lines) => log.warn({ lines }, 'log lines dropped'),
  });
  const log = createLog(configuration, destination);
  const summary = summariseStart(configuration);
  metrics.watchProcess();
  metrics.recordBuild(summary);
  const tracing = await openTracing({ ...configuration.tracing, version: summary.version, log });
  const { startRequest } = tracing;
  let isDraining = () => false;
  const service = await open({ configuration, log, metrics, startRequest, isDraining: () => isDraining() });
  const server = createServer();
  const metricsServer = createServer(createMetricsHandler(metrics, log));
  const timers: NodeJS.Timeout[] = [];
  ({ isDraining } = drainOnSignal(server, {
    log,
    graceMs: STOP_MS.requests,
    delayMs: configuration.stopDelayMs,
    onStop: async () => {
      timers.forEach(clearInterval);
      await service.close();
      await tracing.close();
      metricsServer.close();
    },
  }));
  server.on('request', service.onRequest);
  hardenServer(server);
  hardenServer(metricsServer);
  await listenForMetrics();
  await listen(server, configuration.port, configuration.host);
  announceReady(log, {
    configuration,
    port: portOf(server),
    adminPort: portOf(metricsServer),
    sentence: service.readySentence,
    summary,
  });
  // Not awaited, so that pages are served even if a provider is down.
  if (!isDraining()) for (const [name, work] of service.jobs) if (JOBS[name].isStarted) begin(work);
  timers.push(...service.jobs.map(([name, work]) => setInterval(() => begin(work), JOBS[name].everyMs).unref()));

  /** A taken port only stops a real site, which needs metrics. A second demo on the same machine runs without them. */
  async function listenForMetrics(): Promise<void> {
    try {
      await listen(metricsServer, configuration.adminPort, configuration.adminHost);
    } catch (err) {
      if (!configuration.demo) throw err;
      log.warn({ err }, 'failed to serve metrics: ADMIN_PORT is taken');
    }
  }

  function begin(work: Work): void {
    work().catch((err: unknown) => log.error({ err }, 'failed to run a periodic job'));
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}
