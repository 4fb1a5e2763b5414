import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Served {
  origin: string;
  port: number;
  server: Server;
}

/** Serves an app on a free port until `close`. */
export async function listen(app: RequestListener): Promise<Served & { close(): void }> {
  // As the product's server. Node's 5 s end while a busy test holds the event loop, and its next request meets a closed connection.
  const server = createServer({ keepAliveTimeout: 75_000 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    server,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves an app until the test ends. Not for `beforeAll`. */
export async function serveApp(app: RequestListener): Promise<Served> {
  const { close, ...served } = await listen(app);
  onTestFinished(close);
  return served;
}

/** Sends raw bytes. @returns the whole response when the server closes the connection */
export function sendRaw(port: number, ...chunks: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
