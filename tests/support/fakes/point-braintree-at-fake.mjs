/**
 * Preloaded into a server under test (`node --import`): redirects calls of Braintree's sandbox to the fake at `FAKE_BRAINTREE`. The product
 * has no setting that would send a card anywhere but to Braintree.
 */
import braintree from 'braintree';

const fake = new URL(process.env.FAKE_BRAINTREE);
const { hostname, port, origin } = fake;
braintree.Environment.Sandbox = new braintree.Environment(hostname, port, origin, false, hostname, port);

const reach = globalThis.fetch;
globalThis.fetch = (address, options) => {
  const url = new URL(address);
  return reach(url.hostname === 'payments.sandbox.braintree-api.com' ? new URL(url.pathname, fake) : url, options);
};
