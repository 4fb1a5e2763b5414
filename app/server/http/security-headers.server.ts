import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Configuration } from '~/settings/configuration.server';
import {
  contentSecurityPolicy,
  CSP_REPORTS_ENDPOINT,
  CSP_REPORTS_PATH,
  type PolicyOptions,
} from '~/server/request/content-security-policy';
import { ASSETS_PATH } from '~/domain/base-path';
import { hasMailedToken } from '~/domain/mailed-links';

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

/** A route's header replaces ours. With two policies, a browser would enforce both. */
const REPLACEABLE_HEADERS = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
];

/** Only assets may be cached, because visitors may share a computer with the person they are hiding from. Lynx needs `no-cache` too. */
export function securityHeaders(options: PolicyOptions & { configuration: Configuration }): RequestHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(options) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: false,
    strictTransportSecurity: options.configuration.https ? { maxAge: YEAR, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
  const endpoints = `${CSP_REPORTS_ENDPOINT}="${CSP_REPORTS_PATH}"`;
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissions);
    res.setHeader('Referrer-Policy', referrerPolicyFor(req));
    if (!req.path.startsWith(ASSETS_PATH)) {
      res.setHeader('Cache-Control', 'no-store, no-cache');
      res.setHeader('Reporting-Endpoints', endpoints);
    }
    letRoutesReplaceHeaders(res);
    setHeaders(req, res, next);
  };
}

/**
 * Keeps a mailed token out of the `Referer` of a page that is shown at its address, such as an error. `no-referrer` would also make the
 * `Origin` of that page's forms null, and Exit would fail.
 */
export function referrerPolicyFor({ originalUrl }: Pick<Request, 'originalUrl'>): 'same-origin' | 'strict-origin' {
  return hasMailedToken(originalUrl) ? 'strict-origin' : 'same-origin';
}

function letRoutesReplaceHeaders(res: Response): void {
  const ours = new Set(REPLACEABLE_HEADERS);
  const append = res.append.bind(res);
  res.append = (name, value) => {
    if (ours.delete(name.toLowerCase())) res.removeHeader(name);
    return append(name, value);
  };
}
