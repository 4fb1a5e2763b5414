import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { reportStartError } from './start-error.server';

function report(error: unknown, isTTY: boolean, ports = { port: 3000, adminPort: 9464 }): string {
  let said = '';
  reportStartError(error, ports, { isTTY, write: (text: string) => (said += text) });
  return said;
}

/** The error of listening on a port that is taken, and the port. */
async function listenTwice(): Promise<{ error: Error; port: number }> {
  const first = await new Promise<Server>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
  onTestFinished(() => void first.close());
  const { port } = first.address() as AddressInfo;
  const error = await new Promise<Error>((resolve) => {
    createServer().once('error', resolve).listen(port, '127.0.0.1');
  });
  return { error, port };
}

it('tells a terminal which port is taken, and which setting names it', async () => {
  const { error, port } = await listenTwice();
  expect(report(error, true, { port, adminPort: 9464 })).toBe(
    `Joinery did not start. Port ${port} is taken: stop what uses it, or set PORT to another.\n`,
  );
  expect(report(error, true, { port: 3000, adminPort: port })).toContain('set ADMIN_PORT to another');
});

it('tells a terminal the reason, and what it came of, without a stack', () => {
  const cause = new Error('connect ECONNREFUSED 10.0.0.1:5432');
  expect(report(new Error('Postgres could not be reached', { cause }), true)).toBe(
    'Joinery did not start. Postgres could not be reached\nBecause: connect ECONNREFUSED 10.0.0.1:5432\n',
  );
});

it('tells everybody else with a line of the log', () => {
  const line = JSON.parse(report(new Error('no'), false)) as { level: number; msg: string; err: object };
  expect(line).toMatchObject({ level: 60, msg: 'the start failed', err: { message: 'no' } });
});
