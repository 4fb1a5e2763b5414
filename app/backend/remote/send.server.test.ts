import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FailedCall } from '../failed-call';
import { openSender, type SenderOptions } from './send.server';

type Behave = (req: IncomingMessage, res: ServerResponse, nth: number) => void;

async function serve(behave: Behave, options: Partial<SenderOptions> = {}) {
  let received = 0;
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => behave(req, res, ++received));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = openSender({ timeoutMs: 1000, ...options });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sender.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sender,
    server,
    origin,
    received: () => received,
    read: (path = '/v2/things') => sender.send(new Request(origin + path), { name: 'things.list', isRetriable: true }),
    write: (path = '/v2/things') =>
      sender.send(new Request(origin + path, { method: 'POST', body: '{"firstName":"Ann"}' }), {
        name: 'things.make',
        isRetriable: false,
      }),
  };
}

async function failureOf(call: Promise<Response>): Promise<FailedCall> {
  const error = await call.then(
    ({ status }) => expect.unreachable(`returned ${status}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FailedCall);
  return error as FailedCall;
}

const respond = (res: ServerResponse, status: number, body: unknown = { fine: true }, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

test('sends method, headers and body unchanged, and returns the response', async () => {
  const { sender, origin } = await serve((req, res) =>
    respond(res, 422, { method: req.method, url: req.url, key: req.headers['x-registration-key'], all: req.headers }),
  );
  const request = new Request(`${origin}/v2/things?ids=1%202`, {
    method: 'PUT',
    headers: { 'x-registration-key': 'k', 'content-type': 'application/json' },
    body: '{"a":"ñ"}',
  });
  const response = await sender.send(request, { name: 'things.change', isRetriable: false });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    method: 'PUT',
    url: '/v2/things?ids=1%202',
    key: 'k',
    all: { 'content-length': '10' },
  });
});

test('accepts a response without a body', async () => {
  const { read } = await serve((_req, res) => res.writeHead(204).end());
  expect((await read()).status).toBe(204);
});

test('reuses connections', async () => {
  const { server, read } = await serve((_req, res) => respond(res, 200));
  const connected = vi.fn();
  server.on('connection', connected);
  for (let call = 0; call < 10; call++) await read();
  expect(connected.mock.calls.length).toBeLessThan(3);
});

test('sends a read up to three times and a write once', async () => {
  const { read, received } = await serve((_req, res, nth) => respond(res, nth < 3 ? 503 : 200));
  expect((await read()).status).toBe(200);
  expect(received()).toBe(3);

  const broken = await serve((_req, res) => respond(res, 500));
  expect(await failureOf(broken.read())).toMatchObject({ reason: 'serverError', wasSent: true });
  expect(broken.received()).toBe(3);
  expect(await failureOf(broken.write())).toMatchObject({
    message: 'things.make: the backend returned status 500',
    call: 'things.make',
  });
  expect(broken.received()).toBe(4);
});

test('honours Retry-After if there is time for it', async () => {
  const { read } = await serve(
    (_req, res, nth) => (nth === 1 ? respond(res, 429, {}, { 'retry-after': '1' }) : respond(res, 200)),
    { timeoutMs: 3000 },
  );
  const began = performance.now();
  expect((await read()).status).toBe(200);
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);

  const busy = await serve((_req, res) => respond(res, 503, {}, { 'retry-after': '60' }), { timeoutMs: 10_000 });
  // Waiting would end as `late`.
  expect(await failureOf(busy.read())).toMatchObject({ reason: 'serverError' });
  expect(busy.received()).toBe(1);
});

test('reads a dated Retry-After by the given clock', async () => {
  // A day ahead of this machine's.
  const clock = { now: () => new Date(Date.now() + 24 * 60 * 60 * 1000) };
  const { read } = await serve(
    (_req, res, nth) =>
      nth === 1 ? respond(res, 429, {}, { 'retry-after': clock.now().toUTCString() }) : respond(res, 200),
    { clock },
  );
  expect((await read()).status).toBe(200);
});

const faults: [string, Behave, Partial<FailedCall>][] = [
  ['never responds', () => undefined, { reason: 'late', wasSent: true }],
  ['trickles its response', trickle, { reason: 'late', wasSent: true }],
  ['disconnects', (req) => req.socket.destroy(), { reason: 'cutOff', wasSent: true }],
  ['disconnects within the body', cutOff, { reason: 'cutOff', wasSent: true }],
  ['redirects', (_req, res) => res.writeHead(302, { location: '/elsewhere' }).end(), { reason: 'redirected' }],
  ['returns HTML', (_req, res) => res.writeHead(200).end('<html>Ann'), { reason: 'unreadable' }],
  ['returns incomplete JSON', (_req, res) => res.writeHead(200).end('{"firstName":"Ann"'), { reason: 'unreadable' }],
  ['returns too large a body', (_req, res) => res.writeHead(200).end(`"${'a'.repeat(5000)}"`), { reason: 'tooLarge' }],
  ['returns too large headers', (_req, res) => respond(res, 200, {}, { x: 'a'.repeat(20_000) }), { reason: 'cutOff' }],
];

function trickle(_req: IncomingMessage, res: ServerResponse) {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => res.write(' '), 20);
  res.on('close', () => clearInterval(timer));
}

function cutOff(_req: IncomingMessage, res: ServerResponse) {
  res.writeHead(200, { 'content-length': '500' });
  res.write('{"firstName":', () => res.destroy());
}

test.each(faults)('fails for a backend that %s', async (_what, behave, failure) => {
  // A fault that is not recognised at once ends as `late`.
  const timeoutMs = failure.reason === 'late' ? 300 : 10_000;
  const { write } = await serve(behave, { timeoutMs, maxResponseBytes: 1000 });
  const error = await failureOf(write());
  expect(error).toMatchObject(failure);
  expect(describeFully(error)).not.toContain('Ann');
});

/** Formats an error with its causes, as the log does. */
function describeFully(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack} ${JSON.stringify(error)} ${describeFully(error.cause)}`;
}

test('limits the duration of a call, including its retries and the pauses between them', async () => {
  const { read, received } = await serve((_req, res) => setTimeout(() => respond(res, 503), 150), { timeoutMs: 300 });
  // A limit for each try would allow three, and end as `serverError`.
  expect(await failureOf(read())).toMatchObject({ reason: 'late' });
  expect(received()).toBeLessThan(3);
});

test('reports that nothing was sent without a connection', async () => {
  const { server, write } = await serve((_req, res) => respond(res, 200));
  server.close();
  expect(await failureOf(write())).toMatchObject({ reason: 'unreachable', wasSent: false });
  const { sender } = await serve(() => undefined);
  const unnamed = new Request('http://backend.invalid/v2/things');
  const call = sender.send(unnamed, { name: 'things.list', isRetriable: false });
  expect(await failureOf(call)).toMatchObject({ reason: 'unreachable', wasSent: false });
});

test('pauses calls to a dead backend, and resumes once it responds', async () => {
  let isDead = true;
  const states: string[] = [];
  const { read, write, received } = await serve((_req, res) => respond(res, isDead ? 500 : 404), {
    breakAfter: 4,
    probeAfterMs: 100,
    onCircuit: (state) => states.push(state),
  });
  await failureOf(write());
  // The second try opens the circuit, so the third is skipped, but the call was sent.
  expect(await failureOf(read())).toMatchObject({ reason: 'serverError', wasSent: true });
  expect(received()).toBe(4);
  expect(await failureOf(write())).toMatchObject({ reason: 'circuitOpen', wasSent: false });
  expect(received()).toBe(4);
  expect(states).toEqual(['open']);

  await vi.waitUntil(async () => (await failureOf(write())).reason === 'serverError', { interval: 20 });
  expect(received()).toBe(5);
  expect(await failureOf(write())).toMatchObject({ reason: 'circuitOpen' });

  isDead = false;
  await vi.waitUntil(
    () =>
      write().then(
        () => true,
        () => false,
      ),
    { interval: 20 },
  );
  // A refusal is a response.
  expect((await write()).status).toBe(404);
  expect(states).toEqual(['open', 'open', 'closed']);
});

test('never opens the circuit for refusals', async () => {
  const { write } = await serve((_req, res, nth) => respond(res, [400, 403, 404, 409, 422][nth % 5]!), {
    breakAfter: 1,
  });
  for (let call = 0; call < 10; call++) expect((await write()).status).toBeLessThan(500);
});

test('limits concurrent and queued calls, and rejects the rest', async () => {
  const held: ServerResponse[] = [];
  const { write, received } = await serve((_req, res) => void held.push(res), { maxCalls: 2 });
  const calls = [write(), write(), write(), write()];
  await vi.waitUntil(() => held.length === 2);
  expect(await failureOf(write())).toMatchObject({ reason: 'busy', wasSent: false });
  for (let nth = 0; nth < 4; nth++) {
    await vi.waitUntil(() => held.length > nth);
    respond(held[nth]!, 200);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(received()).toBe(4);
});

test('counts queueing towards the duration of a call', async () => {
  const { write, server, sender } = await serve(() => undefined, { maxCalls: 1, timeoutMs: 200 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = failureOf(write());
  await once(server, 'request');
  vi.advanceTimersByTime(150);
  const queued = failureOf(write());
  await expect.poll(() => sender.load()).toEqual({ running: 1, waiting: 1 });
  vi.advanceTimersByTime(50);
  expect((await running).reason).toBe('late');
  // The queued call gets the other 150 ms of its 200 ms.
  vi.advanceTimersByTime(150);
  expect((await queued).reason).toBe('late');
});

test('cancels a call that its caller abandons, without counting a failure', async () => {
  const { sender, origin } = await serve(() => undefined, { breakAfter: 1 });
  const giveUp = new AbortController();
  const call = failureOf(
    sender.send(new Request(origin, { signal: giveUp.signal }), { name: 'things.list', isRetriable: true }),
  );
  giveUp.abort();
  expect(await call).toMatchObject({ reason: 'abandoned' });
});

test.each([
  ['opens the circuit for a hung backend, even if the caller’s time ends before that of the sender', 500, true],
  ['does not open the circuit for calls that had less than half a second', 499, false],
])('%s', async (_title, ms, opens) => {
  const { sender, server, origin } = await serve((_req, res, nth) => void (nth === 3 && respond(res, 200)), {
    breakAfter: 2,
    timeoutMs: 10_000,
  });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = (signal: AbortSignal) =>
    sender.send(new Request(origin, { signal }), { name: 'things.list', isRetriable: true });
  for (let call = 0; call < 2; call++) {
    const time = new AbortController();
    const received = once(server, 'request');
    const reading = failureOf(send(time.signal));
    await received;
    vi.advanceTimersByTime(ms);
    time.abort(new FailedCall({ call: 'things.list', reason: 'late', message: 'no response', wasSent: true }));
    expect(await reading).toMatchObject({ reason: 'late', wasSent: true });
  }
  const last = send(new AbortController().signal);
  if (opens) expect(await failureOf(last)).toMatchObject({ reason: 'circuitOpen', wasSent: false });
  else expect((await last).status).toBe(200);
});

test('does not close the circuit for a probe that its caller abandons', async () => {
  const states: string[] = [];
  const { sender, server, origin, write } = await serve((_req, res, nth) => void (nth === 1 && respond(res, 500)), {
    breakAfter: 1,
    probeAfterMs: 1,
    timeoutMs: 10_000,
    onCircuit: (state) => states.push(state),
  });
  expect(await failureOf(write())).toMatchObject({ reason: 'serverError' });
  const giveUp = new AbortController();
  const probed = once(server, 'request');
  const probe = vi.waitUntil(
    async () => {
      const request = new Request(origin, { signal: giveUp.signal });
      const { reason } = await failureOf(sender.send(request, { name: 'things.list', isRetriable: false }));
      return reason !== 'circuitOpen' && reason;
    },
    { interval: 5, timeout: 15_000 },
  );
  await probed;
  giveUp.abort();
  expect(await probe).toBe('abandoned');
  expect(states).toEqual(['open', 'open']);
});

test.each([404, 405, 415, 501])(
  'returns 404 for a missing optional call with status %s, whatever its body',
  async (status) => {
    const { sender, origin, received } = await serve(
      (_req, res) => void res.writeHead(status).end('<h1>No such call</h1>'),
    );
    const call = { name: 'things.drop', isRetriable: true };
    const request = () => new Request(`${origin}/v2/things/1`, { method: 'DELETE' });
    const response = await sender.send(request(), { ...call, isOptional: true });
    expect([response.status, await response.text(), received()]).toEqual([404, '', 1]);
    await failureOf(sender.send(request(), call));
  },
);
