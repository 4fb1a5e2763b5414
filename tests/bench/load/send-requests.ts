import { Pool } from 'undici';
import type { ScreenRequest } from '../pages/screen-requests';
import { ANSWER_HEADER } from '../comparisons/recorded-screen';

export interface Load {
  /** The number of concurrent requests. */
  connections: number;
  isCompressed: boolean;
}

export interface Sent {
  /** Milliseconds of each request. */
  latencies: number[];
  wallMs: number;
  /** Transferred size of the last body. */
  bytes: number;
}

/** Opens connections to a server, and keeps them open. */
export function openConnections(origin: string, { connections, isCompressed }: Load) {
  const pool = new Pool(origin, { connections, pipelining: 1 });

  /** @throws Error if a response has an unexpected status */
  async function sendOne({ method, path, headers, body, answer, expects, screen }: ScreenRequest): Promise<number> {
    const response = await pool.request({
      method,
      path,
      body,
      headers: {
        ...headers,
        ...(method === 'POST' && { origin }),
        [ANSWER_HEADER]: answer,
        ...(isCompressed && { 'accept-encoding': 'br' }),
      },
    });
    const bytes = (await response.body.arrayBuffer()).byteLength;
    if (response.statusCode !== expects)
      throw new Error(
        `${method} ${screen} (${answer}) of ${origin} returned ${response.statusCode} instead of ${expects}`,
      );
    return bytes;
  }

  /** Sends the requests in turn, on all connections, until `goesOn` returns false. */
  async function send(requests: readonly ScreenRequest[], goesOn: (sent: number) => boolean): Promise<Sent> {
    const sent: Sent = { latencies: [], wallMs: 0, bytes: 0 };
    const begun = performance.now();
    let taken = 0;
    const work = async () => {
      while (goesOn(taken)) {
        const request = requests[taken++ % requests.length]!;
        const at = performance.now();
        sent.bytes = await sendOne(request);
        sent.latencies.push(performance.now() - at);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    sent.wallMs = performance.now() - begun;
    return sent;
  }

  return {
    sendMany: (requests: readonly ScreenRequest[], count: number) => send(requests, (taken) => taken < count),
    sendFor(requests: readonly ScreenRequest[], ms: number) {
      const until = performance.now() + ms;
      return send(requests, () => performance.now() < until);
    },
    close: () => pool.close(),
  };
}

export type Connections = ReturnType<typeof openConnections>;
