import { readFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { runBundle } from '~tests/servers/run-bundle';
import { makeDataDir, runServerToItsEnd, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['app', 'locales', 'public', 'vite', 'server.ts', 'vite.config.ts', 'package.json', 'tsconfig.json'];

/** Builds a copy of the working copy for another `BASE_PATH`. Takes about as long as `npm run build`. */
function buildForBasePath(basePath: string): { bundle: string; root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'joinery-base-path-'));
  for (const path of SOURCES) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'app/commands/run/build.mjs')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, BASE_PATH: basePath },
  });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
  return { bundle: join(root, 'build/server/index.js'), root, remove: () => rmSync(root, { recursive: true }) };
}

const BASE = '/family/join';

let built: ReturnType<typeof buildForBasePath>;
let server: RunningServer;
beforeAll(async () => {
  built = buildForBasePath(BASE);
  server = await startServer({ bundle: built.bundle, env: { BASE_PATH: BASE } });
}, 120_000);
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  built.remove();
});

const openBrowser = () => new PlainBrowser(server.url, 'en-US', BASE);

it('serves a parent from the landing page to the receipt, without links to the default path', async () => {
  const browser = openBrowser();
  const pages: string[] = [];
  browser.onPage = (page) => pages.push(page.html);
  expect((await browser.open('/')).path).toBe('/signup');
  await walkTo(browser, 'receipt', parentOfMinnesota());
  expect(browser.page.url.pathname).toBe(`${BASE}/receipt`);
  expect(pages.length).toBeGreaterThan(6);
  for (const html of pages) expect(html).not.toContain('/app/join');
});

it('links to the base path in mails', async () => {
  const outbox = await openBrowser().open('/demo');
  const links = outbox.html.match(/https?:\/\/[^\s"<]+\/(?:invite|credentials)\?/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(new URL(link).pathname).toMatch(new RegExp(`^${BASE}/(invite|credentials)$`));
});

it('limits cookies to the base path, keeps a language, and deletes the cookies on Exit', async () => {
  const browser = openBrowser();
  await browser.open('/step1');
  await submitStep(browser, 'step1', parentOfMinnesota());
  expect(browser.page.path).toBe('/step2');
  expect(browser.jar.get('join')?.path).toBe(BASE);
  await browser.press('Español');
  expect(browser.page.path).toBe('/step2');
  expect(browser.page.html).toContain('<html lang="es"');
  await browser.press('Salir de esta página');
  expect(browser.redirects).toEqual([{ status: 303, location: 'https://www.wikipedia.org/' }]);
  expect(browser.jar.has('join')).toBe(false);
});

it('serves assets and old paths below the base path, and health checks at the root', async () => {
  const browser = openBrowser();
  await walkTo(browser, 'credentials', parentOfMinnesota());
  const script = /<script type="module" src="([^"]+)"/.exec(browser.page.html)?.[1] ?? '';
  expect(script).toMatch(new RegExp(`^${BASE}/assets/`));
  const asset = await fetch(server.url + script);
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await fetch(`${server.url}${BASE}/favicon.svg`)).status).toBe(200);
  const old = await fetch(`${server.url}${BASE}/step1/parentb`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([302, '/ofw/myaccount/billing.form']);
  expect((await fetch(`${server.url}/`, { redirect: 'manual' })).headers.get('location')).toBe(`${BASE}/`);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/app/join/signup`)).status).toBe(404);
  expect(await server.readMetrics()).toContain(`route="${BASE}/step1"`);
});

it('records its base path in the build, and refuses to start for another one', async () => {
  expect(readFileSync(join(built.root, 'build/base-path'), 'utf8')).toBe(`${BASE}\n`);
  const dataDir = makeDataDir();
  const fault = (path: string) =>
    `BASE_PATH: must be ${path}, the base path of this build, or not set: another base path needs another build`;
  const ended = await runServerToItsEnd({ dataDir, bundle: built.bundle, env: { BASE_PATH: '/app/join' } });
  expect([ended.code, JSON.parse(ended.output)]).toEqual([78, expect.objectContaining({ faults: [fault(BASE)] })]);
  expect(runBundle(['backend'], { BASE_PATH: BASE, DATA_DIR: dataDir }).stdout).toContain(fault('/app/join'));
});
