import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
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
  const [certificate, key, log] = ['certificate.pem', 'key.pem', 'joinery.log'].map((name) => join(folder, name));
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
    ['server 127.0.0.1:3000', `server 127.0.0.1:${app}`],
    ['listen 80;', `listen ${plainPort};`],
    ['listen 443 ssl;', `listen ${port} ssl;`],
  ];
  for (const [text] of replacements) expect(SAMPLE).toContain(text);
  const site = replacements.reduce((all, [text, other]) => all.replace(text, other), SAMPLE);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${site} }`);
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
  return { port, readLog: () => readFileSync(log!, 'utf8') };
}

const isListening = (port: number) =>
  get(port, '/').then(
    () => true,
    () => false,
  );

function get(port: number, path: string, headers: Record<string, string> = {}) {
  return new Promise<Record<string, unknown>>((resolve, reject) => {
    const options = { port, path, headers: { host: 'join.example.com', ...headers }, rejectUnauthorized: false };
    request(options, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers));
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
  const { 'x-request-id': id } = await get(port, '/app/join/invite?token=let-me-in', { 'x-request-id': 'mine' });
  expect(id).toMatch(/^[\da-f]{32}$/);
  await expect.poll(readLog).toContain(`"path":"/app/join/invite","status":200`);
  expect(readLog()).toContain(`"requestId":"${String(id)}"`);
  expect(readLog()).not.toContain('let-me-in');
});
