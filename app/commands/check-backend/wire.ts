import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '~/backend/contract/version';
import { findOperation } from '~/backend/contract/find-operation';
import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';

/** The parts of a request, as in the contract. */
export interface Asked {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

/** The response as received, or the reason why it cannot be read. */
export interface Wire {
  status: number | undefined;
  body: unknown;
  contractVersion: string | undefined;
  problem: string | undefined;
}

export interface Backend {
  /** Its path is prefixed to the paths of the contract. */
  url: string;
  frontEndToken: string | undefined;
  timeoutMs: number;
  /** A response that takes longer is thin. */
  slowMs: number;
}

/** Sends one request of the contract once, and follows no redirect. */
export async function send(backend: Backend, call: string, asked: Asked): Promise<Wire> {
  const { path = '/', method = 'GET' } = findOperation(call.split('.'))?.route ?? {};
  return exchange(backend, method, addressOf(path, asked), asked);
}

/** Sends any request, including those outside the contract, such as the sandbox's client API. */
export async function exchange(backend: Backend, method: string, address: string, asked: Asked): Promise<Wire> {
  const headers = {
    accept: 'application/json',
    'x-request-id': crypto.randomUUID(),
    [CONTRACT_VERSION_HEADER]: CONTRACT_VERSION,
    [FRONT_END_TOKEN_HEADER]: backend.frontEndToken,
    ...asked.headers,
    ...(asked.body !== undefined && { 'content-type': 'application/json' }),
  };
  try {
    const response = await fetch(`${backend.url.replace(/\/$/, '')}${address}`, {
      method,
      headers: Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
      body: asked.body === undefined ? null : JSON.stringify(asked.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(backend.timeoutMs),
    });
    return readWire(response, await response.text());
  } catch (error) {
    const problem = isTimeout(error) ? `no complete response within ${backend.timeoutMs} ms` : 'no connection';
    return { status: undefined, body: undefined, contractVersion: undefined, problem };
  }
}

function readWire({ status, headers }: Response, text: string): Wire {
  const contractVersion = headers.get(CONTRACT_VERSION_HEADER) ?? undefined;
  const wire = { status, contractVersion, body: undefined, problem: undefined };
  if (status >= 500 || status === 429) return { ...wire, problem: `status ${status}` };
  if (status >= 300 && status < 400)
    return { ...wire, problem: `status ${status}, a redirect: redirects are not followed` };
  if (text === '') return wire;
  try {
    return { ...wire, body: JSON.parse(text) as unknown };
  } catch {
    return { ...wire, problem: `status ${status} with a body that is not JSON` };
  }
}

function addressOf(path: string, { params = {}, query = {} }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return parameters.length > 0 ? `${filled}?${new URLSearchParams(parameters).toString()}` : filled;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
