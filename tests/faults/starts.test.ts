import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '~tests/servers/free-port';
import { runServerToItsEnd, startServer } from '~tests/servers/server-under-test';
import { serveSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';

/** Each test starts several servers, one after the other. */
const SLOW = { timeout: 120_000 };

const SECRET = 'qW7-session-of-tests-only-0123456';
const PEPPER = 'zK4-pepper-of-tests-only-98765432';
const HTTPS = { DEMO: 'off', PUBLIC_URL: 'https://join.example.com', SESSION_SECRET: SECRET, PEPPER };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server that must fail. Returns its exit code and its only log line. */
async function failedStart(env: Record<string, string>, dataDir = makeFolder()) {
  const { code, output } = await runServerToItsEnd({ dataDir, env });
  const lines = output.trim().split('\n');
  expect(lines, output).toHaveLength(1);
  const line = JSON.parse(lines[0]!) as { msg: string; code: string; reason: string; faults?: string[] };
  expect(line.msg).toBe('failed to start');
  return { exit: code, ...line };
}

it(
  'reports a port in use, an invalid folder, an unreachable database and a missing module with one sentence and a code',
  SLOW,
  async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    expect(await failedStart({ PORT: String(port) })).toMatchObject({
      exit: 1,
      code: 'port-taken',
      reason: `Port ${port} is taken: stop what uses it, or set PORT to another`,
    });
    const file = join(makeFolder(), 'file');
    writeFileSync(file, '');
    expect(await failedStart({}, file)).toMatchObject({
      exit: 1,
      code: 'folder-unusable',
      reason: expect.stringContaining(`${file} cannot be used`) as string,
    });
    // No Postgres listens on port 1.
    const shared = { SESSION_SECRET: SECRET, DATABASE_URL: 'postgres://joinery:hunter2@127.0.0.1:1/joinery' };
    const unreachable = await failedStart(shared);
    expect(unreachable).toMatchObject({ exit: 1, code: 'database-unreachable' });
    expect(JSON.stringify(unreachable)).not.toContain('hunter2');
    expect(await failedStart({ FLAG_PROVIDER: '/nowhere/flags.mjs' })).toMatchObject({
      exit: 1,
      code: 'flag-provider-unusable',
      reason: expect.stringContaining('/nowhere/flags.mjs could not be used') as string,
    });
  },
);

it('reports every fault of its configuration', SLOW, async () => {
  const settings = { PORT: 'x', JOIN_IDLE_MINUTES: '1', DEMO: 'maybe' };
  const { exit, code, faults } = await failedStart(settings);
  expect([exit, code]).toEqual([78, 'configuration-wrong']);
  for (const setting of Object.keys(settings))
    expect(faults).toContainEqual(expect.stringContaining(`${setting}: must be`));
});

it('reports an invalid store in one sentence', SLOW, async () => {
  const dataDir = makeFolder();
  writeFileSync(
    join(dataDir, 'joinery.db'),
    'this is no database, and it is longer than a header of one would be'.repeat(3),
  );
  expect(await failedStart({}, dataDir)).toMatchObject({ exit: 1, code: 'folder-unusable' });
});

it('reports a wrong pepper in one sentence', SLOW, async () => {
  const dataDir = makeFolder();
  const site = await startServer({ dataDir, env: HTTPS });
  expect(await site.stop()).toBe(0);
  const failed = await failedStart({ ...HTTPS, PEPPER: 'another-pepper-of-tests-0123456789' }, dataDir);
  expect(failed).toMatchObject({
    exit: 1,
    code: 'pepper-wrong',
    reason:
      'PEPPER, or the file pepper in the data folder, does not open this store. Restore the one it was written with',
  });
  expect(failed).not.toHaveProperty('err');
});

it('refuses a demo’s store outside the demo', SLOW, async () => {
  const dataDir = makeFolder();
  const demo = await startServer({ dataDir, env: { PEPPER } });
  expect(await demo.stop()).toBe(0);
  expect(await failedStart(HTTPS, dataDir)).toMatchObject({
    exit: 1,
    code: 'demo-store',
    reason: expect.stringContaining('Set DATA_DIR or DATABASE_URL to another store') as string,
  });
});

it('refuses a real site’s store in the demo', SLOW, async () => {
  const dataDir = makeFolder();
  const site = await startServer({ dataDir, env: { ...HTTPS, DEMO: 'off' } });
  expect(await site.stop()).toBe(0);
  // Only a site with sign-ups is real.
  const copy = makeFolder();
  cpSync(dataDir, copy, { recursive: true });
  const demo = await startServer({ dataDir: copy, env: { PEPPER } });
  expect(await demo.stop()).toBe(0);
  withStore(dataDir, (database) =>
    database.exec(
      "insert into backend_professionals (account_id, key_hash, created_at) values ('p-1', 'k', '2026-01-01T00:00:00.000Z')",
    ),
  );
  expect(await failedStart({ PEPPER }, dataDir)).toMatchObject({
    exit: 1,
    code: 'real-store',
    reason: expect.stringContaining('Set DEMO=off') as string,
  });
});

it('lists all missing settings of a production site, and starts once they are set', SLOW, async () => {
  const failed = await failedStart({
    ...HTTPS,
    PAYMENT_PROVIDER: '',
    SMTP: '',
    PUBLIC_URL: 'http://join.example.com',
    NODE_ENV: 'production',
  });
  expect([failed.exit, failed.code]).toEqual([78, 'configuration-wrong']);
  expect(failed.faults?.map((fault) => fault.split(':')[0])).toEqual(['PUBLIC_URL', 'PAYMENT_PROVIDER', 'SMTP_URL']);
  expect(await failedStart({ ...HTTPS, ALLOW_SANDBOX: '' })).toMatchObject({ exit: 78, code: 'configuration-wrong' });

  const secretFile = join(makeFolder(), 'secret');
  writeFileSync(secretFile, `${SECRET}\n`);
  const server = await startServer({ env: { ...HTTPS, SESSION_SECRET: '', SESSION_SECRET_FILE: secretFile } });
  const ready = await server.findLogLine(({ msg }) => msg === 'ready');
  expect(ready).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    commit: expect.stringMatching(/^([\da-f]{12}|unknown)$/) as string,
    demo: false,
    provider: 'sandbox',
    backend: 'embedded',
    store: 'sqlite',
    mail: 'outbox',
    rateLimit: expect.stringMatching(/^(on|off)$/) as string,
    flags: expect.stringContaining('GROW365=treatment') as string,
  });
  const page = await fetch(`${server.url}/app/join/signup`);
  expect([page.status, page.headers.get('strict-transport-security')]).toEqual([200, expect.any(String)]);
  expect(await page.text()).toContain('This is a test site: payments are not real, and no money moves.');
  expect(server.output()).not.toContain(SECRET);
  expect(await server.stop()).toBe(0);
});

it(
  'makes data files readable by their owner only, also those of an earlier server, whose folder keeps its mode',
  SLOW,
  async () => {
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    const dataDir = join(makeFolder(), 'made', 'here');
    const modes = () => readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
    const closed = () => modes().map(([name]) => [name, 0o600]);
    const first = await startServer({ dataDir });
    expect(modes().map(([name]) => name)).toEqual(
      expect.arrayContaining(['joinery.db', 'joinery.db-wal', 'lock.db', 'pepper', 'sandbox.db', 'session-secret']),
    );
    expect(modes()).toEqual(closed());
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await first.kill();
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
    chmodSync(dataDir, 0o750);
    const second = await startServer({ dataDir });
    expect(modes()).toEqual(closed());
    expect(statSync(dataDir).mode & 0o777).toBe(0o750);
    expect(await second.stop()).toBe(0);
  },
);

it('serves metrics on the loopback address by default', SLOW, async () => {
  // Linux may assign one port to two servers on two loopback addresses.
  const adminPort = await findFreePort();
  const server = await startServer({
    env: { HOST: '0.0.0.0', ADMIN_HOST: '127.0.0.2', ADMIN_PORT: String(adminPort) },
  });
  expect(await (await fetch(`http://127.0.0.2:${adminPort}/metrics`)).text()).toContain('joinery_dependency_up');
  await expect(server.readMetrics()).rejects.toThrow('fetch failed');
  expect(await server.stop()).toBe(0);
});

it('serves the demo page to this machine, and to others if DEMO_PUBLIC is on', async () => {
  const elsewhere = { headers: { 'X-Forwarded-For': '192.0.2.1' } };
  const site = await serveSite();
  const demo = `${site.origin}/app/join/demo`;
  expect((await fetch(demo)).status).toBe(200);
  expect((await fetch(demo, elsewhere)).status).toBe(404);
  const page = await (await fetch(`${site.origin}/app/join/signup`, elsewhere)).text();
  expect(page).toContain('demo-line');
  expect(page).not.toContain('href="/app/join/demo"');
  const open = await serveSite({ env: { DEMO_PUBLIC: 'on' } });
  expect((await fetch(`${open.origin}/app/join/demo`, elsewhere)).status).toBe(200);
});
