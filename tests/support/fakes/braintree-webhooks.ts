import braintree from 'braintree';
import { FAKE_KEYS } from './braintree';

/** The SDK's types lack some kinds of notices. */
interface Sampler {
  sampleNotification(kind: string, id: string): { bt_signature: string; bt_payload: string };
}

/** Returns a notice as Braintree posts it, signed by the real SDK. `id` identifies the transaction or dispute. */
export function sampleWebhook(kind: string, id: string, keys = FAKE_KEYS): URLSearchParams {
  const gateway = new braintree.BraintreeGateway({ ...keys, environment: braintree.Environment.Sandbox });
  const sampler = gateway.webhookTesting as unknown as Sampler;
  return new URLSearchParams({ ...sampler.sampleNotification(kind, id) });
}
