import type { BrowserHalf, PageSources } from '~/payments/port';

/** Braintree's frames and scripts, in both environments. */
const ASSETS = 'https://assets.braintreegateway.com';
/** Where `braintree-web/data-collector` sends device data, and where Braintree counts its own events. */
const PAYPAL = {
  device: 'https://c.paypal.com',
  beacon: 'https://b.stats.paypal.com',
  events: 'https://www.paypal.com',
};
/** The 3-D Secure hosts. Braintree is moving from the first to the second. */
const CARDINAL = ['https://*.cardinalcommerce.com', 'https://*.cardinaltrusted.com'];

/** The sources that `braintree-web` needs (its "Content Security Policy", plus what its code loads). */
export function createBraintreeBrowserHalf(environment: 'sandbox' | 'production'): BrowserHalf {
  const subdomain = environment === 'sandbox' ? '.sandbox' : '';
  const sources: PageSources = {
    'script-src': [ASSETS],
    'frame-src': [ASSETS],
    'img-src': [ASSETS],
    'connect-src': [
      `https://api${subdomain}.braintreegateway.com`,
      `https://client-analytics${subdomain}.braintreegateway.com`,
      'https://*.braintree-api.com',
      PAYPAL.events,
    ],
    // The SDK hides its helper elements with `style=`.
    'style-src-attr': ["'unsafe-inline'"],
  };
  const bankSources: PageSources = {
    'script-src': [PAYPAL.device, ...CARDINAL],
    // A bank shows its challenge on its own page, on any host.
    'frame-src': ['https:'],
    // Cardinal posts forms of our page into frames of the bank and its own.
    'form-action': ['https:'],
    'img-src': [PAYPAL.device, PAYPAL.beacon],
    'connect-src': [PAYPAL.device, ...CARDINAL],
    // Cardinal adds a stylesheet to the page and does not support a nonce.
    'style-src': ["'unsafe-inline'"],
  };
  return {
    module: 'braintree',
    hasVenmo: true,
    sources: ({ threeDSecure }) => (threeDSecure ? merge(sources, bankSources) : sources),
  };
}

function merge(one: PageSources, other: PageSources): PageSources {
  const names = Object.keys({ ...one, ...other }) as (keyof PageSources)[];
  return Object.fromEntries(names.map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]));
}
