/**
 * Loaded into a server under test before anything of its own (`node --import`): what it sends to Braintree's sandbox goes to the fake of
 * `FAKE_BRAINTREE`. The product knows nothing of this; no setting of its own leads a card anywhere but to Braintree.
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
