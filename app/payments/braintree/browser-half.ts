import type { BrowserHalf, PageSources } from '~/payments/port';

/** Its frames and scripts, whatever the environment. */
const ASSETS = 'https://assets.braintreegateway.com';
/** What it learns of the device (`braintree-web/data-collector`), and where it counts its own events. */
const PAYPAL = {
  device: 'https://c.paypal.com',
  beacon: 'https://b.stats.paypal.com',
  events: 'https://www.paypal.com',
};
/** Who asks the bank: Braintree moves from the first to the second. */
const CARDINAL = ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'];

/** What `braintree-web` needs of a page (its "Content Security Policy", and what its code asks for besides). */
export function createBraintreeBrowserHalf(environment: 'sandbox' | 'production'): BrowserHalf {
  const below = environment === 'sandbox' ? '.sandbox' : '';
  const sources: PageSources = {
    'script-src': [ASSETS],
    'frame-src': [ASSETS],
    'img-src': [ASSETS],
    'connect-src': [
      `https://api${below}.braintreegateway.com`,
      `https://client-analytics${below}.braintreegateway.com`,
      'https://*.braintree-api.com',
      PAYPAL.events,
    ],
    // It hides helpers of its own from sight with `style=`.
    'style-src-attr': ["'unsafe-inline'"],
  };
  const forTheBank: PageSources = {
    'script-src': [PAYPAL.device, ...CARDINAL],
    // A bank shows its question on a page of its own, wherever that is.
    'frame-src': ['https:'],
    'img-src': [PAYPAL.device, PAYPAL.beacon],
    'connect-src': [PAYPAL.device, ...CARDINAL],
    // Cardinal puts a stylesheet into the page and takes no nonce for it.
    'style-src': ["'unsafe-inline'"],
  };
  return {
    module: 'braintree',
    hasVenmo: true,
    sources: ({ threeDSecure }) => (threeDSecure ? merge(sources, forTheBank) : sources),
  };
}

function merge(one: PageSources, other: PageSources): PageSources {
  const names = Object.keys({ ...one, ...other }) as (keyof PageSources)[];
  return Object.fromEntries(names.map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]));
}
