import type { PageSources } from '~/payments/port';
import type { Configuration } from '~/settings/configuration.server';
import type { Links } from '~/settings/links';

export interface PolicyOptions {
  configuration: Pick<Configuration, 'links' | 'exitUrl'>;
  /** Origins of the payment provider's approval pages (app/payments/port.ts). */
  approvalOrigins?: readonly string[];
  /** `sha256-…` of each inlined stylesheet, in base64. A function where it changes while the process runs, as in development. */
  styleHashes: readonly string[] | (() => readonly string[]);
  development: boolean;
}

/** Where a post may be redirected to: `form-action` holds for every step of the way (CSP 3, section 6.4.1). */
const FORM_TARGETS = [
  'home',
  'logIn',
  'billing',
  'accountSetup',
  'appHome',
  'proCases',
] as const satisfies (keyof Links)[];

/** The directives of the policy for a page, as helmet takes them: nothing but what a page of ours needs. */
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
  const hashes = typeof styleHashes === 'function' ? styleHashes : () => styleHashes;
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': [
      () =>
        hashes()
          .map((hash) => `'${hash}'`)
          .join(' ') || "'none'",
    ],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': development ? ["'self'", 'ws:'] : ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...new Set([...targets, ...approvalOrigins])],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
}

const UNSAFE_INLINE = "'unsafe-inline'";

/**
 * The policy of a page that lets a provider in, as the header's value. What the provider does not need stays as it is.
 *
 * @param nonce what a stylesheet of the provider's may bear, in base64
 */
export function widenedPolicy(options: PolicyOptions, sources: PageSources, nonce: string): string {
  const directives: Record<string, Source[]> = contentSecurityPolicy(options);
  for (const [name, allowed] of Object.entries(sources)) {
    directives[name] = [...(directives[name] ?? []).filter((source) => source !== "'none'"), ...allowed];
  }
  // A hash or a nonce would cancel it (CSP 3, section 6.7.3.2).
  directives['style-src'] = sources['style-src']?.includes(UNSAFE_INLINE)
    ? [UNSAFE_INLINE]
    : [...(directives['style-src'] ?? []), `'nonce-${nonce}'`];
  return Object.entries(directives)
    .map(([name, values]) =>
      [name, ...values.map((value) => (typeof value === 'function' ? value() : value))].join(' '),
    )
    .join('; ');
}

type Source = string | (() => string);
