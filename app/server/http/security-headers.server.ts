import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Configuration } from '~/settings/configuration.server';
import { contentSecurityPolicy, type PolicyOptions } from '~/server/request/content-security-policy';

const YEAR = 365 * 24 * 60 * 60;

const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
];

/** Headers of which an answer bears one: two policies would both hold. */
const GIVE_WAY = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
];

/**
 * Sets the security headers of every answer, and `Cache-Control: no-store` for everything that is not an asset: family-law users
 * share computers with whom they hide from. `no-cache` is for Lynx, which else shows a page out of its memory again. A route that sets
 * one of these headers itself, such as the payment view its own policy, replaces ours.
 */
export function securityHeaders(options: PolicyOptions & { configuration: Configuration }): RequestHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: options.configuration.https ? { maxAge: YEAR, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions);
    if (!req.path.startsWith('/app/join/assets/')) res.setHeader('Cache-Control', 'no-store, no-cache');
    giveWay(res);
    setHeaders(req, res, next);
  };
}

/** Remix's answers are appended to what is there already; for these headers that has to mean replaced. */
function giveWay(res: Response): void {
  const ours = new Set(GIVE_WAY);
  const append = res.append.bind(res);
  res.append = (name, value) => {
    if (ours.delete(name.toLowerCase())) res.removeHeader(name);
    return append(name, value);
  };
}
