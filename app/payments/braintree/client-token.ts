import { z } from 'zod';

const clientToken = z.object({
  authorizationFingerprint: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  graphQL: z.object({ url: z.url() }),
});

/** Braintree's API domains, including their subdomains. */
const BRAINTREE_DOMAINS = ['braintree-api.com', 'braintreegateway.com'];

/**
 * Reads a client token: the host that accepts cards, and the authorization for it.
 *
 * @param ownOrigin an origin that is trusted like Braintree's, for tests
 * @throws Error when the token cannot be read, or names a host that is not Braintree's; no card may go there
 */
export function readClientToken(token: string, ownOrigin?: string): { authorization: string; url: URL } {
  const { authorizationFingerprint, graphQL } = parse(token);
  const url = new URL(graphQL.url);
  if (url.origin !== ownOrigin && !isBraintree(url)) {
    throw new Error(`The client token names a host that is not Braintree's: ${url.host}`);
  }
  return { authorization: `Bearer ${authorizationFingerprint}`, url };
}

function parse(token: string): z.infer<typeof clientToken> {
  try {
    return clientToken.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    // The cause would show a part of the token.
    throw new Error('The client token cannot be read');
  }
}

function isBraintree({ protocol, hostname, port, username, password }: URL): boolean {
  const isTheirs = BRAINTREE_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
  return protocol === 'https:' && isTheirs && port === '' && username === '' && password === '';
}
