/**
 * Preloaded into a server under test (`node --import`). Sends calls of Braintree's sandbox to the fake at `FAKE_BRAINTREE`, because the
 * product has no setting that would send a card to another host than Braintree's.
 */
import braintree from 'braintree';

const fake = new URL(process.env.FAKE_BRAINTREE);
const { hostname, port, origin } = fake;
braintree.Environment.Sandbox = new braintree.Environment(hostname, port, origin, false, hostname, port);

const realFetch = globalThis.fetch;
globalThis.fetch = (address, options) => {
  const url = new URL(address);
  return realFetch(url.hostname === 'payments.sandbox.braintree-api.com' ? new URL(url.pathname, fake) : url, options);
};
