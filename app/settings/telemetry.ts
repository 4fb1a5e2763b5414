import { z } from 'zod';
import { oneOf } from './kinds/plain';
import { secret } from './kinds/secrets';
import { publicOrigin, serviceAddress } from './kinds/web-addresses';
import { secretSetting, setting, type ValuesOf } from './setting';

export const telemetry = {
  segment: {
    writeKey: secretSetting('SEGMENT_WRITE_KEY', secret.optional()),
    url: setting('SEGMENT_URL', publicOrigin.optional()),
  },
  /** OpenTelemetry's own names, by which operators know them. */
  tracing: {
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', serviceAddress.optional()),
    serviceName: setting('OTEL_SERVICE_NAME', z.string().default('joinery')),
  },
  logLevel: setting('LOG_LEVEL', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
};

/** Undefined: analytics events are only logged. */
export function segmentOf({ writeKey, url }: ValuesOf<typeof telemetry.segment>) {
  return writeKey && { writeKey, url };
}
