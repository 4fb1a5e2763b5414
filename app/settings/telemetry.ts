import { z } from 'zod';
import { oneOf } from './kinds/plain';
import { secret } from './kinds/secrets';
import { publicOrigin, serviceAddress, scriptAddress, sourceHosts } from './kinds/web-addresses';
import { secretSetting, setting, type ValuesOf, type Clash, type RawSettings, type VariableOf } from './setting';
import { isRealSite } from './server';

export const telemetry = {
  segment: {
    writeKey: secretSetting('SEGMENT_WRITE_KEY', secret.optional()),
    url: setting('SEGMENT_URL', publicOrigin.optional()),
  },
  /** Named as in OpenTelemetry, because operators know these names. */
  tracing: {
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', serviceAddress.optional()),
    serviceName: setting('OTEL_SERVICE_NAME', z.string().default('joinery')),
  },
  logLevel: setting('LOG_LEVEL', oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
};

export function telemetryClashes(raw: RawSettings): Clash<'SEGMENT_WRITE_KEY'>[] {
  const isMissing = raw.SEGMENT_URL !== undefined && raw.SEGMENT_WRITE_KEY === undefined;
  return [['SEGMENT_WRITE_KEY', isMissing, 'is required with SEGMENT_URL, because no event is sent without it']];
}

/** Undefined means that analytics events are only logged. */
export function segmentOf({ writeKey, url }: ValuesOf<typeof telemetry.segment>) {
  return writeKey && { writeKey, url };
}

export const analytics = {
  consent: setting('ANALYTICS_CONSENT', oneOf(['required', 'off']).default('required')),
  tagManager: {
    url: setting('TAG_MANAGER_URL', scriptAddress.optional()),
    /** The hosts that its tags load from and report to, as sources of a Content-Security-Policy. */
    hosts: setting('TAG_MANAGER_HOSTS', sourceHosts),
  },
};

export type TagManagerSettings = Readonly<{ url: string; hosts: readonly string[] }>;

/** `tagManager` is undefined without one. */
export function analyticsOf({ consent, tagManager: { url, hosts } }: ValuesOf<typeof analytics>): {
  readonly needsConsent: boolean;
  readonly tagManager: TagManagerSettings | undefined;
} {
  return { needsConsent: consent === 'required', tagManager: url === undefined ? undefined : { url, hosts } };
}

export function analyticsClashes(raw: RawSettings): Clash<VariableOf<typeof analytics>>[] {
  const url = raw.TAG_MANAGER_URL;
  return [
    ['TAG_MANAGER_URL', isRealSite(raw) && /^http:/i.test(url ?? ''), 'must be https in production'],
    [
      'TAG_MANAGER_HOSTS',
      raw.TAG_MANAGER_HOSTS !== undefined && url === undefined,
      'must be empty without TAG_MANAGER_URL',
    ],
  ];
}
