import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, findOperation } from '~/backend/contract/contract';
import { FailedCall } from '~/backend/failed-call';
import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';
import type { Sender } from '~/backend/remote/send.server';

/** The parts of a request, as in the contract. */
export interface Asked {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

/** The response as received, or the reason why it cannot be read. Then the rest is undefined. */
export interface Wire {
  status: number | undefined;
  body: unknown;
  contractVersion: string | undefined;
  problem: string | undefined;
  /** The backend did not respond at all. */
  isSilent?: boolean;
}

export interface Backend {
  /** As `BACKEND_URL` is read. Its path is prefixed to the paths of the contract. */
  url: string;
  frontEndToken: string | undefined;
  timeoutMs: number;
  /** A response that takes longer is thin. */
  slowMs: number;
  /** The front end's own, so that this kit reads exactly the responses that the front end reads. */
  sender: Sender;
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
  const request = new Request(`${backend.url}${address}`, {
    method,
    headers: Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
  });
  try {
    const response = await backend.sender.send(request, { name: address, isRetriable: false });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      contractVersion: response.headers.get(CONTRACT_VERSION_HEADER) ?? undefined,
      problem: undefined,
    };
  } catch (error) {
    if (!(error instanceof FailedCall)) throw error;
    const isSilent = error.reason === 'unreachable' || error.reason === 'cutOff' || error.reason === 'late';
    return { status: undefined, body: undefined, contractVersion: undefined, problem: error.detail, isSilent };
  }
}

function addressOf(path: string, { params = {}, query = {} }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return parameters.length > 0 ? `${filled}?${new URLSearchParams(parameters).toString()}` : filled;
}
