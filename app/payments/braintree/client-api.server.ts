import { z } from 'zod';
import { withTimeout } from '~/lib/with-timeout';
import { readClientToken } from './client-token';

/** The API version our calls are written for. */
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

/** An error without Braintree's message, because that may repeat what was sent. */
export interface ClientApiError {
  errorClass: string;
  inputPath: string[];
}

export interface ClientApiAnswer {
  /** The result of each operation, by its name; empty where there is none. */
  data: Readonly<Record<string, unknown>>;
  errors: ClientApiError[];
}

export interface ClientApiOptions {
  /** Milliseconds for a call. */
  deadline: number;
  /** One more origin that calls may go to. For tests; no setting sets it. */
  ownOrigin?: string;
}

/** Calls Braintree's client API. @throws Error, without anything that was sent, when there is no readable answer */
export type CallClientApi = (
  clientToken: string,
  operation: { name: string; query: string; input: object },
) => Promise<ClientApiAnswer>;

/** Braintree's GraphQL API as browsers use it: with a client token and without our keys. */
export function createClientApiCaller({ deadline, ownOrigin }: ClientApiOptions): CallClientApi {
  return (...given) => withTimeout(deadline, (signal) => call(signal, ...given));

  async function call(
    signal: AbortSignal,
    ...[clientToken, { name, query, input }]: Parameters<CallClientApi>
  ): Promise<ClientApiAnswer> {
    const { authorization, url } = readClientToken(clientToken, ownOrigin);
    const response = await fetch(url, {
      method: 'POST',
      // The body may be a card, so redirects are never followed.
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
    if (!response.ok) throw new Error(`Braintree did not answer ${name}: HTTP ${response.status}`);
    return readAnswer(await response.text());
  }
}

function readAnswer(text: string): ClientApiAnswer {
  const { data, errors } = parse(text);
  return {
    data: data ?? {},
    errors: (errors ?? []).map(({ extensions }) => ({
      errorClass: extensions?.errorClass ?? 'an error',
      inputPath: extensions?.inputPath ?? [],
    })),
  };
}

function parse(text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    // The cause would show a part of the answer.
    throw new Error('Braintree sent an answer that cannot be read');
  }
}

export function clientApiErrorMessage({ errorClass, inputPath }: ClientApiError): string {
  return `${errorClass} at ${inputPath.join('.') || 'no field'}`;
}
