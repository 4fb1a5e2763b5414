import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * An agent for the Braintree SDK that rejects JSON responses. The SDK asks only for XML, but parses a JSON response inside an event
 * handler. Malformed JSON, such as a proxy's error page, would throw there and end the process. Rejected, it is an ordinary call error.
 */
export function makeXmlAgent(isSecure: boolean): HttpAgent {
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
    response.destroy(new Error(`Braintree answered in JSON, with HTTP ${response.statusCode}`));
  }
}
