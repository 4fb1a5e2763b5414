import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { StartFault } from '~/lib/start-fault';
import { reportStartError } from './start-error.server';

function report(
  error: unknown,
  { out = true, err = out }: { out?: boolean; err?: boolean } = {},
  ports = { port: 3000, adminPort: 9464 },
) {
  const said = { out: '', err: '' };
  reportStartError(error, ports, {
    out: { isTTY: out, write: (text: string) => (said.out += text) },
    err: { isTTY: err, write: (text: string) => (said.err += text) },
  });
  return said;
}

const sentenceOf = (error: unknown, ports?: { port: number; adminPort: number }) => report(error, {}, ports).err;
const lineOf = (error: unknown) => JSON.parse(report(error, { out: false }).out) as Record<string, unknown>;

/** Returns the error of listening on a port in use, and the port. */
async function listenTwice(): Promise<{ error: Error; port: number }> {
  const first = await new Promise<Server>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
  onTestFinished(() => void first.close());
  const { port } = first.address() as AddressInfo;
  const error = await listenAt(port, '127.0.0.1');
  return { error, port };
}

function listenAt(port: number, host: string): Promise<Error> {
  return new Promise((resolve) => {
    createServer().once('error', resolve).listen(port, host);
  });
}

it('names the port in use and its setting on a terminal', async () => {
  const { error, port } = await listenTwice();
  expect(sentenceOf(error, { port, adminPort: 9464 })).toBe(
    `Joinery did not start. Port ${port} is taken: stop what uses it, or set PORT to another.\n`,
  );
  expect(sentenceOf(error, { port: 3000, adminPort: port })).toContain('set ADMIN_PORT to another');
  expect(lineOf(error)).toMatchObject({ level: 60, code: 'port-taken', msg: 'failed to start' });
});

it('reports a listen address that does not belong to this machine', async () => {
  for (const host of ['192.0.2.1', 'nowhere.invalid'])
    expect(lineOf(await listenAt(0, host))).toMatchObject({
      code: 'address-unknown',
      reason: expect.stringContaining('HOST and ADMIN_HOST') as string,
    });
});

it('reports the reason and its cause in one sentence, without a stack', () => {
  const refused = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
  const cause = new AggregateError(refused, '');
  const error = new StartFault('database-unreachable', 'failed to connect to Postgres', { cause });
  expect(sentenceOf(error)).toBe(
    'Joinery did not start. failed to connect to Postgres: connect ECONNREFUSED ::1:5432.\n',
  );
  expect(lineOf(error)).toEqual({
    level: 60,
    time: expect.any(String) as string,
    code: 'database-unreachable',
    reason: 'failed to connect to Postgres: connect ECONNREFUSED ::1:5432',
    msg: 'failed to start',
  });
});

it('shows the stack of an unexpected error', () => {
  expect(lineOf(new Error('no'))).toMatchObject({
    code: 'unexpected',
    reason: 'no',
    err: { message: 'no', stack: expect.stringContaining('start-error') as string },
  });
});

it('logs the error, and also prints it when only stderr is a terminal', () => {
  const { out, err } = report(new Error('no'), { out: false, err: true });
  expect([JSON.parse(out), err]).toEqual([
    expect.objectContaining({ code: 'unexpected' }),
    'Joinery did not start. no.\n',
  ]);
  expect(report(new Error('no'), { out: true, err: false })).toEqual({ out: '', err: 'Joinery did not start. no.\n' });
});
