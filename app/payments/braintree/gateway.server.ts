import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, type Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import braintree, { type BraintreeGateway } from 'braintree';
import { withTimeout } from '~/lib/with-timeout';

export interface BraintreeKeys {
  merchantId: string;
  publicKey: string;
  privateKey: string;
}

/** Makes one SDK call. Rejects after the deadline, and sends nothing after it. */
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
 * Calls the SDK with a deadline. The SDK's own timeout counts only silence, so a trickling response would block forever, and a call cannot
 * be cancelled. So each call gets its own agent: destroying it ends its connections, and nothing more is sent.
 */
export function createBraintreeCaller({ environment, keys, deadline, idle }: GatewayOptions): CallBraintree {
  const createTimeoutError = () => new Error(`Braintree did not respond within ${deadline} ms`);
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

/**
 * An agent for the Braintree SDK that rejects JSON responses. The SDK requests only XML, but parses a JSON response in
 * an event handler. Malformed JSON, as from a proxy's error page, would throw there and end the process. A rejected
 * response is an ordinary call error.
 */
function makeXmlAgent(isSecure: boolean): HttpAgent {
  const agent = isSecure ? new HttpsAgent() : new HttpAgent();
  // Node calls this method for every request; its types omit it.
  const inner = agent as HttpAgent & { addRequest(request: ClientRequest, ...rest: unknown[]): void };
  const addRequest = inner.addRequest.bind(agent);
  inner.addRequest = (request, ...rest) => {
    // Runs before the SDK's own listener, which reads the response.
    request.prependOnceListener('response', refuseJson);
    addRequest(request, ...rest);
  };
  return agent;
}

function refuseJson(response: IncomingMessage): void {
  if (/json/i.test(response.headers['content-type'] ?? '')) {
    response.destroy(new Error(`Braintree returned JSON with HTTP ${response.statusCode}`));
  }
}

/** The search criteria in use. The SDK's types only declare its stream. */
interface SearchCriteria {
  orderId(): { is(value: string): void };
  createdAt(): { between(from: Date, to: Date): void };
  merchantAccountId(): { in(values: string[]): void };
}

/**
 * Searches for ids only; each transaction is then read separately. The SDK's stream breaks on an empty page of results, and a search may
 * return an older state than the transaction.
 */
export function searchIds(gateway: BraintreeGateway, choose: (criteria: SearchCriteria) => void): Promise<string[]> {
  // Given a callback, the SDK returns the ids.
  const search = gateway.transaction.search.bind(gateway.transaction) as unknown as (
    criteria: (search: SearchCriteria) => void,
    callback: (error: Error | null, found: { success: boolean; ids?: unknown } | null) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    search(choose, (error, found) => {
      if (error) reject(error);
      else if (found?.success && Array.isArray(found.ids)) resolve(found.ids as string[]);
      else reject(new Error('Braintree returned no search result'));
    });
  });
}
