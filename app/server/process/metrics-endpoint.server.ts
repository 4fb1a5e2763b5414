import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '~/server/telemetry/metrics.server';

/** The handler on `ADMIN_PORT`. Serves only `GET /metrics`, in Prometheus's text format. */
export function createMetricsHandler(metrics: Metrics, log: Pick<Logger, 'error'>): RequestListener {
  return (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    metrics.registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      (err: unknown) => {
        log.error({ err }, 'failed to read the metrics');
        res.writeHead(500).end();
      },
    );
  };
}
