import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { isFull, printMeasurements } from '~tests/fakes/faults';
import { useSharedServer } from '~tests/servers/use-shared-server';

const CLIENTS = 200;
const server = useSharedServer();

/** Sends `beginning`, then one byte per second, until the server disconnects. @returns the response and the time it took */
function trickle(beginning: string, opened: (socket: Socket) => void) {
  const { hostname, port } = new URL(server.running.url);
  const began = Date.now();
  return new Promise<{ answer: string; afterMs: number }>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(beginning);
      opened(socket);
    });
    const sending = setInterval(() => socket.writable && socket.write('x'), 1_000);
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(sending);
      resolve({ answer, afterMs: Date.now() - began });
    });
  });
}

const HEADERS = 'GET /app/join/signup HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';
const BODY =
  'POST /app/join/step1 HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nfirstName=';

it('disconnects two hundred slow senders in time, without delaying other visitors', async () => {
  const sockets: Socket[] = [];
  const slow = Array.from({ length: CLIENTS }, (_, index) =>
    trickle(index % 2 === 0 ? HEADERS : BODY, (socket) => void sockets.push(socket)),
  );
  await expect.poll(() => sockets.length).toBe(CLIENTS);
  expect((await server.openBrowser().open('/step1')).status).toBe(200);
  expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  if (!isFull) return sockets.forEach((socket) => socket.destroy());

  const ends = await Promise.all(slow);
  expect(ends.filter(({ answer }) => !answer.startsWith('HTTP/1.1 408 '))).toEqual([]);
  const headers = ends.filter((_, index) => index % 2 === 0).map(({ afterMs }) => afterMs);
  const bodies = ends.filter((_, index) => index % 2 === 1).map(({ afterMs }) => afterMs);
  expect(Math.max(...headers)).toBeLessThan(15_000);
  expect(Math.max(...bodies)).toBeLessThan(35_000);
  const between = (times: number[]) => [Math.min(...times), Math.max(...times)];
  printMeasurements('slow clients', { clients: CLIENTS, headersMs: between(headers), bodiesMs: between(bodies) });
}, 120_000);
