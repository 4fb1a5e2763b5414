import type { Agent } from 'node:http';
import braintree from 'braintree';
import { makeXmlAgent } from './agent.server';

/** What proves to Braintree who we are. */
export interface BraintreeKeys {
  merchantId: string;
  publicKey: string;
  privateKey: string;
}

/** Makes one call of the SDK. Rejects once the deadline is over; by then nothing more is sent. */
export type CallBraintree = <T>(call: (gateway: braintree.BraintreeGateway) => Promise<T>) => Promise<T>;

export interface GatewayOptions {
  environment: braintree.Environment;
  keys: BraintreeKeys;
  /** Milliseconds a whole call may take, whatever trickles in meanwhile. */
  deadline: number;
  /** Milliseconds of silence after which the SDK gives a connection up. */
  idle: number;
}

/**
 * The SDK with a deadline. Its own time-out only counts silence, so an answer that trickles would keep it waiting for ever, and a call
 * cannot be cancelled. So each call has an agent of its own: ending that ends its connections, and what has not been sent by then never is.
 */
export function createBraintreeCaller({ environment, keys, deadline, idle }: GatewayOptions): CallBraintree {
  return async (call) => {
    // The SDK's types keep to themselves that an environment says so.
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
  // The SDK knows `customHttpAgent` and `config.timeout`; its types do not.
  const options = { ...keys, environment, customHttpAgent: agent };
  const gateway = new braintree.BraintreeGateway(options);
  (gateway.config as { timeout: number }).timeout = idle;
  return gateway;
}
