import type { Agent } from 'node:http';
import braintree from 'braintree';
import { withTimeout } from '~/lib/with-timeout';
import { makeXmlAgent } from './agent.server';

export interface BraintreeKeys {
  merchantId: string;
  publicKey: string;
  privateKey: string;
}

/** Makes one SDK call. Rejects after the deadline; nothing more is sent by then. */
export type CallBraintree = <T>(call: (gateway: braintree.BraintreeGateway) => Promise<T>) => Promise<T>;

export interface GatewayOptions {
  environment: braintree.Environment;
  keys: BraintreeKeys;
  /** Milliseconds for a whole call, even while data still arrives. */
  deadline: number;
  /** Milliseconds of silence after which the SDK closes a connection. */
  idle: number;
}

/**
 * Calls the SDK with a deadline. The SDK's own time-out counts only silence, so a trickling response would block for ever, and a call
 * cannot be cancelled. So each call has its own agent. Destroying the agent ends its connections, and nothing more is sent.
 */
export function createBraintreeCaller({ environment, keys, deadline, idle }: GatewayOptions): CallBraintree {
  const createTimeoutError = () => new Error(`Braintree did not answer within ${deadline} ms`);
  return async (call) => {
    // The SDK's types omit this property of an environment.
    const agent = makeXmlAgent((environment as unknown as { ssl: boolean }).ssl);
    try {
      const gateway = openGateway(environment, keys, idle, agent);
      return await withTimeout(deadline, () => call(gateway), createTimeoutError);
    } finally {
      agent.destroy();
    }
  };
}

function openGateway(environment: braintree.Environment, keys: BraintreeKeys, idle: number, agent: Agent) {
  // The SDK's types omit `customHttpAgent` and `config.timeout`.
  const options = { ...keys, environment, customHttpAgent: agent };
  const gateway = new braintree.BraintreeGateway(options);
  (gateway.config as { timeout: number }).timeout = idle;
  return gateway;
}
