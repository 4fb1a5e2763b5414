import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { canRun } from '~tests/deploy/installed';
import { findFreePort } from '~tests/servers/free-port';

const SAMPLE = readFileSync('deploy/nginx.conf', 'utf8');

/** Starts nginx with the sample configuration, free ports, a new certificate and this app. */
async function startNginx(app: number) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const [port, plainPort] = await Promise.all([findFreePort(), findFreePort()]);
  const names = ['certificate.pem', 'key.pem', 'joinery.log', 'error.log', 'default.log'];
  const [certificate, key, log, errors, defaultLog] = names.map((name) => join(folder, name));
  const subject = ['-subj', '/CN=join.example.com', '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key!, '-out', certificate!, ...subject],
    { stdio: 'ignore' },
  );
  const replacements: [string, string][] = [
    ['/etc/ssl/join.example.com.pem', certificate!],
    ['/etc/ssl/join.example.com.key', key!],
    ['/var/log/nginx/joinery.log', log!],
    ['/var/log/nginx/error.log', errors!],
    ['server 127.0.0.1:3000', `server 127.0.0.1:${app}`],
    ['listen 80;', `listen ${plainPort};`],
    ['listen 443 ssl;', `listen ${port} ssl;`],
  ];
  for (const [text] of replacements) expect(SAMPLE).toContain(text);
  const site = replacements.reduce((all, [text, other]) => all.replaceAll(text, other), SAMPLE);
  const file = join(folder, 'nginx.conf');
  const http = `http { access_log ${defaultLog}; ${site} }`;
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log stderr; events {} ${http}`);
  const child = spawn('nginx', ['-c', file, '-e', 'stderr', '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  await expect.poll(() => output + (child.exitCode ?? '') || isListening(port), { timeout: 10_000 }).toBe(true);
  const read = (path: string) => readFileSync(path, 'utf8');
  return {
    port,
    plainPort,
    readLog: () => read(log!),
    readLogs: () => output + [log!, errors!, defaultLog!].map(read).join(''),
  };
}

const isListening = (port: number) =>
  get(port, '/').then(
    () => true,
    () => false,
  );

function get(port: number, path: string, headers: Record<string, string> = {}, send: typeof request = request) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port, path, headers: { host: 'join.example.com', ...headers }, rejectUnauthorized: false };
    send(options, (answer) => {
      answer.resume().once('end', () => resolve(answer));
    })
      .once('error', reject)
      .end();
  });
}

it.skipIf(!canRun('nginx'))('assigns each request an id in nginx, which logs the id but no query', async () => {
  const app = createServer((req, res) => res.setHeader('X-Request-Id', req.headers['x-request-id'] ?? '').end());
  onTestFinished(() => void app.close());
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port, readLog } = await startNginx((app.address() as AddressInfo).port);
  await get(port, '/app/join/credentials%3Ftoken=let-me-in');
  await expect.poll(readLog).toContain(`"path":"/app/join/credentials","status":200`);
  const { headers } = await get(port, '/app/join/invite?token=let-me-in', { 'x-request-id': 'mine' });
  const id = headers['x-request-id'];
  expect(id).toMatch(/^[\da-f]{32}$/);
  await expect.poll(readLog).toContain(`"path":"/app/join/invite","status":200`);
  expect(readLog()).toContain(`"requestId":"${String(id)}"`);
  expect(readLog()).not.toContain('let-me-in');
});

it.skipIf(!canRun('nginx'))('passes on response headers of 15 kB', async () => {
  const app = createServer((_req, res) => res.setHeader('Set-Cookie', `auth=${'x'.repeat(15_000)}`).end());
  onTestFinished(() => void app.close());
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port } = await startNginx((app.address() as AddressInfo).port);
  const { statusCode, headers } = await get(port, '/app/join/credentials');
  expect([statusCode, headers['set-cookie']?.[0]?.length]).toEqual([200, 15_005]);
});

it.skipIf(!canRun('nginx'))('logs no query if the app is down, nor of a redirect to https', async () => {
  const { port, plainPort, readLog, readLogs } = await startNginx(await findFreePort());
  const path = '/app/join/invite?token=let-me-in';
  expect((await get(port, path)).statusCode).toBe(502);
  expect((await get(plainPort, path, {}, requestPlain)).headers.location).toBe(`https://join.example.com${path}`);
  await expect.poll(readLog).toMatch(/"status":502,.*"upstreamStatus":"502"[^]*"status":301,/);
  expect(readLogs()).not.toContain('let-me-in');
});
