import { BASE_PATH } from '~/domain/base-path';
import type { PageSources } from '~/payments/port';
import type { TagManagerSettings } from '~/settings/telemetry';
import type { Configuration } from '~/settings/configuration.server';
import type { Links } from '~/settings/links';

/** Browsers report violations of the policy to this path. */
export const CSP_REPORTS_PATH = `${BASE_PATH}/csp-reports`;
/** The name of that path in `Reporting-Endpoints`. */
export const CSP_REPORTS_ENDPOINT = 'csp';

export interface PolicyOptions {
  configuration: Pick<Configuration, 'links' | 'exitUrl' | 'analytics'>;
  approvalOrigins?: readonly string[];
  styleHashes: readonly string[];
  development: boolean;
}

/** `form-action` also applies to every redirect after a post (CSP 3, section 6.4.1). */
const FORM_TARGETS = [
  'home',
  'logIn',
  'billing',
  'accountSetup',
  'appHome',
  'proCases',
] as const satisfies (keyof Links)[];

export function contentSecurityPolicy({
  configuration,
  approvalOrigins = [],
  styleHashes,
  development,
}: PolicyOptions) {
  const { links, exitUrl } = configuration;
  const targets = [...FORM_TARGETS.map((name) => links[name]), exitUrl]
    .filter((target) => !target.startsWith('/'))
    .map((target) => new URL(target).origin);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': styleHashes.length > 0 ? styleHashes.map((hash) => `'${hash}'`) : ["'none'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': development ? ["'self'", 'ws:'] : ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...new Set([...targets, ...approvalOrigins])],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // Browsers that support the second directive ignore the first.
    'report-uri': [CSP_REPORTS_PATH],
    'report-to': [CSP_REPORTS_ENDPOINT],
  };
}

const UNSAFE_INLINE = "'unsafe-inline'";

/** The header value with a payment provider's `sources`; `nonce` is for its stylesheets. */
export function widenedPolicy(options: PolicyOptions, sources: PageSources, nonce: string): string {
  const directives = widen(options, sources);
  // A hash or nonce would disable 'unsafe-inline' (CSP 3, section 6.7.3.2).
  directives['style-src'] = sources['style-src']?.includes(UNSAFE_INLINE)
    ? [UNSAFE_INLINE]
    : [...(directives['style-src'] ?? []), `'nonce-${nonce}'`];
  return headerOf(directives);
}

/** A receipt's forms contain no typed text. Log In leads to `HOME_URL`, which may redirect to another origin, such as a single sign-on. */
export const RECEIPT_FORMS: PageSources = { 'form-action': ['https:'] };

/** A tag manager's `hosts` may serve scripts and images, and receive reports. */
export function tagManagerSources({ hosts }: TagManagerSettings, nonce: string): PageSources {
  return { 'script-src': [`'nonce-${nonce}'`, ...hosts], 'img-src': hosts, 'connect-src': hosts };
}

/** The header value for a receipt. */
export function receiptPolicy(options: PolicyOptions, sources: PageSources): string {
  return headerOf(widen(options, sources));
}

/** The header value for a page that frames pages of this site. */
export function ownFramesPolicy(options: PolicyOptions): string {
  return headerOf(widen(options, { 'frame-src': ["'self'"] }));
}

type Directives = Record<string, string[]>;

function widen(options: PolicyOptions, sources: PageSources): Directives {
  const directives: Directives = contentSecurityPolicy(options);
  for (const [name, allowed] of Object.entries(sources)) {
    directives[name] = [...(directives[name] ?? []).filter((source) => source !== "'none'"), ...allowed];
  }
  return directives;
}

function headerOf(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}
