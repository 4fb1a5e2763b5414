import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * An agent for the Braintree SDK that refuses every answer in JSON. The SDK asks for XML alone, and yet parses what calls itself JSON in an
 * event handler: where that is malformed, as a proxy's error page may be, the exception has no catcher and ends the process. Refused, it
 * is an error of the call like any other.
 */
export function makeXmlAgent(isSecure: boolean): HttpAgent {
  const agent = isSecure ? new HttpsAgent() : new HttpAgent();
  // Node hands every request to this method of its agent; its types leave it out.
  const inner = agent as HttpAgent & { addRequest(request: ClientRequest, ...rest: unknown[]): void };
  const addRequest = inner.addRequest.bind(agent);
  inner.addRequest = (request, ...rest) => {
    // Before the SDK's own listener, which reads the answer.
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
