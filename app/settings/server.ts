import { hostNames, publicOrigin } from './kinds/web-addresses';
import { onOff, oneOf, text, wholeNumber } from './kinds/plain';
import { trustedProxies } from './kinds/trusted-proxies';
import { defaultOf, setting, siteSetting, type Clash, type Given, type ValuesOf, type VariableOf } from './setting';

/** The process, where it is reached, and by whom. */
export const server = {
  nodeEnv: setting('NODE_ENV', oneOf(['production', 'development', 'test']).default('development')),
  demo: setting('DEMO', onOff('off')),
  host: setting('HOST', text(255, '0.0.0.0')),
  port: setting('PORT', wholeNumber(0, 65535, 3000)),
  adminPort: setting('ADMIN_PORT', wholeNumber(0, 65535, 9464)),
  /** How long SIGTERM is only told to `/readyz`, so that a proxy stops sending before nobody listens. */
  stopDelayMs: setting('STOP_DELAY_MS', wholeNumber(0, 60_000, 5000)),
  publicUrl: siteSetting('PUBLIC_URL', publicOrigin.optional()),
  allowedHosts: setting('ALLOWED_HOSTS', hostNames),
  /** As Express's `trust proxy` takes it. */
  trustProxy: setting('TRUST_PROXY', trustedProxies),
  rateLimit: setting('RATE_LIMIT', onOff('on')),
};

/** Whether real people sign up here. */
export function isRealSite(given: Given): boolean {
  return given.NODE_ENV === 'production' && given.DEMO !== 'on';
}

export function serverClashes(given: Given): Clash<VariableOf<typeof server>>[] {
  const demo = given.DEMO === 'on';
  const port = Number(given.PORT ?? defaultOf(server.port));
  const adminPort = Number(given.ADMIN_PORT ?? defaultOf(server.adminPort));
  return [
    ['DEMO', demo && given.BACKEND_URL !== undefined, 'must be off where BACKEND_URL is set'],
    ['ADMIN_PORT', port !== 0 && port === adminPort, 'must differ from PORT'],
  ];
}

/** Where visitors reach the site. */
export function publicAddressOf(values: ValuesOf<typeof server>) {
  const publicUrl = values.publicUrl ?? `http://localhost:${values.port}`;
  return {
    /** The origin visitors use, without a slash at its end. */
    publicUrl,
    /** Whom `Host` may name, without ports: that of `PUBLIC_URL` and further ones; undefined where neither was said. */
    allowedHosts:
      values.publicUrl || values.allowedHosts.length > 0
        ? [new URL(publicUrl).hostname, ...values.allowedHosts]
        : undefined,
    /** Whether visitors reach us by https: then cookies are `Secure` and HSTS is sent. */
    https: publicUrl.startsWith('https:'),
  };
}
