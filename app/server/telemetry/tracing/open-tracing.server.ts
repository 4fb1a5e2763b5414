import type { Tracing, TracingOptions } from './open-telemetry.server';
import { startUnrecorded } from './span';

/** Loads OpenTelemetry only if a collector is configured. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return { startRequest: startUnrecorded, close: () => Promise.resolve() };
  const { openOpenTelemetry } = await import('./open-telemetry.server');
  return openOpenTelemetry({ endpoint, ...options });
}
