import type { Agent } from 'node:http';
import braintree from 'braintree';
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
  return async (call) => {
    // The SDK's types omit this property of an environment.
    const agent = makeXmlAgent((environment as unknown as { ssl: boolean }).ssl);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`Braintree did not answer within ${deadline} ms`)), deadline);
    });
    try {
      return await Promise.race([call(openGateway(environment, keys, idle, agent)), tooLate]);
    } finally {
      clearTimeout(timer);
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
