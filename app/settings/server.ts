import { builtBasePath, hostNames, publicOrigin, networks, trustedProxies } from './kinds/web-addresses';
import { onOff, oneOf, text, wholeNumber } from './kinds/plain';
import {
  defaultOf,
  setting,
  siteSetting,
  type Clash,
  type RawSettings,
  type ValuesOf,
  type VariableOf,
} from './setting';

export const server = {
  nodeEnv: setting('NODE_ENV', oneOf(['production', 'development', 'test']).default('development')),
  demo: setting('DEMO', onOff('off')),
  /** Whether other machines can open the demo's page. */
  demoPublic: setting('DEMO_PUBLIC', onOff('off')),
  host: setting('HOST', text(255, '0.0.0.0')),
  port: setting('PORT', wholeNumber(0, 65535, 3000)),
  adminHost: setting('ADMIN_HOST', text(255, '127.0.0.1')),
  adminPort: setting('ADMIN_PORT', wholeNumber(0, 65535, 9464)),
  /** How long `/readyz` fails before the server stops listening, so that a proxy can react. */
  stopDelayMs: setting('STOP_DELAY_MS', wholeNumber(0, 60_000, 5000)),
  publicUrl: siteSetting('PUBLIC_URL', publicOrigin.optional()),
  basePath: setting('BASE_PATH', builtBasePath),
  allowedHosts: setting('ALLOWED_HOSTS', hostNames),
  /** Express's `trust proxy`. */
  trustProxy: setting('TRUST_PROXY', trustedProxies),
  /** Whether an overloaded server rejects new visitors with a request to retry later. */
  turnAway: setting('TURN_AWAY', onOff('on')),
  rateLimit: setting('RATE_LIMIT', onOff('on')),
  /** Networks without address limits; their browsers still have limits. */
  rateLimitExcept: setting('RATE_LIMIT_EXCEPT', networks),
};

/** Production, and not a demo. */
export function isRealSite(raw: RawSettings): boolean {
  return raw.NODE_ENV === 'production' && raw.DEMO !== 'on';
}

/** The address of PUBLIC_URL for rules across settings, which also read invalid values. */
export function findPublicUrl({ PUBLIC_URL = '' }: RawSettings): URL {
  return new URL(URL.canParse(PUBLIC_URL) ? PUBLIC_URL : 'http://localhost');
}

export function serverClashes(raw: RawSettings): Clash<VariableOf<typeof server>>[] {
  const demo = raw.DEMO === 'on';
  const port = Number(raw.PORT ?? defaultOf(server.port));
  const adminPort = Number(raw.ADMIN_PORT ?? defaultOf(server.adminPort));
  return [
    ['DEMO', demo && raw.BACKEND_URL !== undefined, 'must be off with BACKEND_URL'],
    ['PUBLIC_URL', isRealSite(raw) && /^http:/i.test(raw.PUBLIC_URL ?? ''), 'must be https in production'],
    [
      'TRUST_PROXY',
      isRealSite(raw) && raw.TRUST_PROXY === undefined,
      'is required in production: the networks of the proxies or their number, without which all visitors share one rate limit; off without a proxy',
    ],
    ['ADMIN_PORT', port !== 0 && port === adminPort, 'must differ from PORT'],
  ];
}

export function publicAddressOf(values: ValuesOf<typeof server>) {
  const publicUrl = values.publicUrl ?? `http://localhost:${values.port}`;
  return {
    publicUrl,
    /** Without ports; undefined allows every host. */
    allowedHosts:
      values.publicUrl || values.allowedHosts.length > 0
        ? [new URL(publicUrl).hostname, ...values.allowedHosts]
        : undefined,
    /** Turns on `Secure` cookies and HSTS. */
    https: publicUrl.startsWith('https:'),
  };
}
