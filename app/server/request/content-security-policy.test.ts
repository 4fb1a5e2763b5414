import { expect, it } from 'vitest';
import { createBraintreeBrowserHalf } from '~/payments/braintree/browser-half';
import { readConfiguration } from '~/settings/configuration.server';
import { OUTSIDE_THE_DEMO } from '~tests/servers/site-settings';
import { receiptPolicy, tagManagerSources, widenedPolicy } from './content-security-policy';

const options = {
  configuration: readConfiguration(OUTSIDE_THE_DEMO),
  styleHashes: ['sha256-abc='],
  development: false,
};

function widened(environment: 'sandbox' | 'production', threeDSecure: boolean): Record<string, string> {
  const { sources } = createBraintreeBrowserHalf(environment);
  const policy = widenedPolicy(options, sources({ threeDSecure }), 'bm9uY2U=');
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

it('allows Braintree, and keeps the other directives', () => {
  expect(widened('production', false)).toEqual({
    'default-src': "'none'",
    'script-src': "'self' https://assets.braintreegateway.com",
    'style-src': "'sha256-abc=' 'nonce-bm9uY2U='",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: https://assets.braintreegateway.com",
    'font-src': "'self'",
    'connect-src':
      "'self' https://api.braintreegateway.com https://client-analytics.braintreegateway.com " +
      'https://*.braintree-api.com https://www.paypal.com',
    'frame-src': 'https://assets.braintreegateway.com',
    'manifest-src': "'self'",
    'form-action': "'self' https://www.wikipedia.org",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'report-uri': '/app/join/csp-reports',
    'report-to': 'csp',
  });
});

it('allows a tag manager by nonce and hosts, and changes nothing else', () => {
  const { tagManager } = readConfiguration({
    TAG_MANAGER_URL: 'https://tags.example/manager.js',
    TAG_MANAGER_HOSTS: 'https://*.reports.example',
    ...OUTSIDE_THE_DEMO,
  }).analytics;
  const before = receiptPolicy(options, tagManagerSources({ url: '', hosts: [] }, 'bm9uY2U='));
  expect(before).toContain("; script-src 'self' 'nonce-bm9uY2U='; style-src 'sha256-abc=';");
  expect(receiptPolicy(options, tagManagerSources(tagManager!, 'bm9uY2U='))).toBe(
    before
      .replace("'nonce-bm9uY2U='", "'nonce-bm9uY2U=' https://*.reports.example")
      .replace("img-src 'self' data:", "img-src 'self' data: https://*.reports.example")
      .replace("connect-src 'self'", "connect-src 'self' https://*.reports.example"),
  );
});

it('allows only the hosts of the environment', () => {
  const { 'connect-src': connect } = widened('sandbox', false);
  expect(connect).toContain('https://api.sandbox.braintreegateway.com');
  expect(connect).not.toContain('https://api.braintreegateway.com');
});

it('allows frames and forms of any bank during a bank check, but scripts only from the provider', () => {
  const policy = widened('production', true);
  expect(policy['form-action']).toBe("'self' https://www.wikipedia.org https:");
  expect(policy['frame-src']).toBe('https://assets.braintreegateway.com https:');
  expect(policy['style-src']).toBe("'unsafe-inline'");
  expect(policy['script-src']).toBe(
    "'self' https://assets.braintreegateway.com https://c.paypal.com https://*.cardinalcommerce.com https://*.cardinaltrusted.com",
  );
});
