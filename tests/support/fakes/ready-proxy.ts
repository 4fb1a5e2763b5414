import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ASK_EVERY_MS = 100;

/**
 * A load balancer as operators run them: polls each replica's `/readyz` ten times a second, keeps connections alive and retries nothing.
 * A request without a response is a 502, counted in `failures`.
 */
export async function startReadyProxy() {
  const replicas = new Map<string, 'ready' | 'not ready'>();
  const failures: string[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((near, answer) => {
    const ready = [...replicas].filter(([, state]) => state === 'ready').map(([origin]) => origin);
    turn += 1;
    const origin = ready[turn % ready.length];
    if (origin === undefined) return fail(answer, 'no replica is ready');
    forward(origin, near, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asking = setInterval(() => [...replicas.keys()].forEach((origin) => void ask(origin)), ASK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    /** Sends requests to a replica once it is ready. */
    async add(origin: string): Promise<void> {
      replicas.set(origin, 'not ready');
      await ask(origin);
    },
    /** Removes a replica. */
    remove: (origin: string) => void replicas.delete(origin),
    isReady: (origin: string) => replicas.get(origin) === 'ready',
    async close(): Promise<void> {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function ask(origin: string): Promise<void> {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (replicas.has(origin)) replicas.set(origin, ready ? 'ready' : 'not ready');
  }

  function forward(origin: string, near: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port } = new URL(origin);
    const { method, url: path } = near;
    // The page's origin is the proxy's, so `Host` is passed on.
    const far = request({ agent, hostname, port, method, path, headers: near.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.on('error', (error) => fail(answer, `${method} ${path}: ${error.message}`)).pipe(answer);
    });
    far.on('error', (error) => fail(answer, `${method} ${path}: ${error.message}`));
    near.pipe(far);
  }

  function fail(answer: ServerResponse, why: string): void {
    failures.push(why);
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  }
}
