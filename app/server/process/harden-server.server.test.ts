import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw } from '~tests/servers/serve-app';
import { hardenServer } from './harden-server.server';

test('limits headers to 10 s and requests to 30 s, and checks every 2 s', () => {
  const server = createServer();
  hardenServer(server);
  expect(server.keepAliveTimeout).toBe(75_000);
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 });
});

test('sends 408 to a client that does not finish headers or body in time, and disconnects it', async () => {
  const server = createServer();
  hardenServer(server);
  // The same limits, but shorter.
  Object.assign(server, { headersTimeout: 20, requestTimeout: 50, connectionsCheckingInterval: 10 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: h\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  expect(await sendRaw(port, 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf')).toMatch(
    /^HTTP\/1\.1 408 /,
  );
});
