import { startUnrecorded } from './span';
import type { Tracing, TracingOptions } from './tracing';

/** OpenTelemetry is loaded where there is a collector, and nowhere else. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return { startRequest: startUnrecorded, close: () => Promise.resolve() };
  const { openOpenTelemetry } = await import('./open-telemetry.server');
  return openOpenTelemetry({ endpoint, ...options });
}
