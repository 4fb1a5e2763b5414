import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Opens a proxy to the database that can drop its connections, or stop responding without closing them. */
export async function openFaultyProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let delayMs = 0;
  const sent: string[] = [];
  const server = createServer((client) => {
    track(client);
    if (state === 'cut') return void client.destroy();
    if (state === 'silent') return;
    const database = track(connect(Number(target.port), target.hostname));
    client
      .on('data', (bytes) => {
        sent.push(bytes.toString('latin1'));
        afterDelay(() => state === 'open' && database.write(bytes));
      })
      .on('close', () => database.destroy());
    database.on('data', (bytes) => state === 'open' && client.write(bytes)).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(databaseUrl);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destroyAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    /** The database's URL through this proxy. */
    url: own.href,
    /** What the clients sent, in chunks. */
    sent,
    /** Stops responding, and keeps the connections open. */
    silence: () => void (state = 'silent'),
    /** Drops all connections, including new ones. */
    cut() {
      state = 'cut';
      destroyAll();
    },
    /** Delays requests by this many milliseconds. */
    slow: (ms: number) => void (delayMs = ms),
    recover() {
      state = 'open';
      delayMs = 0;
    },
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  /** Keeps the order of requests, because timers of equal length fire in order. */
  function afterDelay(work: () => unknown): void {
    if (delayMs === 0) work();
    else setTimeout(work, delayMs);
  }

  function track(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  }
}
