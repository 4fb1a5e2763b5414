import { z } from 'zod';
import { withTimeout } from '~/lib/with-timeout';

/** The API version that these calls are written for. */
const API_VERSION = '2018-05-10';

const envelope = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        extensions: z.object({ errorClass: z.string().nullish(), inputPath: z.array(z.string()).nullish() }).nullish(),
      }),
    )
    .nullish(),
});

/** An error without Braintree's message, which may repeat what was sent. */
export interface ClientApiError {
  errorClass: string;
  inputPath: string[];
}

export interface ClientApiResponse {
  /** The result of each operation, by its name; empty without results. */
  data: Readonly<Record<string, unknown>>;
  errors: ClientApiError[];
}

export interface ClientApiOptions {
  /** Milliseconds for a call. */
  deadline: number;
  /** One more trusted origin for tests; no setting sets it. */
  ownOrigin?: string;
}

/** Calls Braintree's client API. @throws Error without a readable response; the error contains nothing that was sent */
export type CallClientApi = (
  clientToken: string,
  operation: { name: string; query: string; input: object },
) => Promise<ClientApiResponse>;

/** Braintree's GraphQL API as browsers use it: with a client token and without our keys. */
export function createClientApiCaller({ deadline, ownOrigin }: ClientApiOptions): CallClientApi {
  return (...args) => withTimeout(deadline, (signal) => call(signal, ...args));

  async function call(
    signal: AbortSignal,
    ...[clientToken, { name, query, input }]: Parameters<CallClientApi>
  ): Promise<ClientApiResponse> {
    const { authorization, url } = readClientToken(clientToken, ownOrigin);
    const response = await fetch(url, {
      method: 'POST',
      // The body may contain a card, so redirects are never followed.
      redirect: 'error',
      signal,
      headers: { Authorization: authorization, 'Braintree-Version': API_VERSION, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        clientSdkMetadata: { source: 'client', integration: 'custom' },
        operationName: name,
        query,
        variables: { input },
      }),
    });
    if (!response.ok) throw new Error(`Braintree failed ${name}: HTTP ${response.status}`);
    return readAnswer(await response.text());
  }
}

function readAnswer(text: string): ClientApiResponse {
  const { data, errors } = parseAnswer(text);
  return {
    data: data ?? {},
    errors: (errors ?? []).map(({ extensions }) => ({
      errorClass: extensions?.errorClass ?? 'an error',
      inputPath: extensions?.inputPath ?? [],
    })),
  };
}

function parseAnswer(text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    // The cause would quote the response.
    throw new Error('Braintree sent an unreadable response');
  }
}

export function clientApiErrorMessage({ errorClass, inputPath }: ClientApiError): string {
  return `${errorClass} at ${inputPath.join('.') || 'no field'}`;
}

const tokenShape = z.object({
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
 * @throws Error if the token cannot be read, or names a host that is not Braintree's, to which no card may be sent
 */
function readClientToken(token: string, ownOrigin?: string): { authorization: string; url: URL } {
  const { authorizationFingerprint, graphQL } = parseToken(token);
  const url = new URL(graphQL.url);
  if (url.origin !== ownOrigin && !isBraintreeUrl(url)) {
    throw new Error(`The client token names a host that is not Braintree's: ${url.host}`);
  }
  return { authorization: `Bearer ${authorizationFingerprint}`, url };
}

function parseToken(token: string): z.infer<typeof tokenShape> {
  try {
    return tokenShape.parse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')));
  } catch {
    // The cause would quote the token.
    throw new Error('The client token cannot be read');
  }
}

function isBraintreeUrl({ protocol, hostname, port, username, password }: URL): boolean {
  const isBraintreeHost = BRAINTREE_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
  return protocol === 'https:' && isBraintreeHost && port === '' && username === '' && password === '';
}
