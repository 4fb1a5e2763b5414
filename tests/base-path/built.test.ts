import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { isBrief, isFull } from '~tests/fakes/faults';
import { runBundle } from '~tests/servers/run-bundle';
import { makeDataDir, runServerToItsEnd, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { walkTo } from '~tests/walks/walk-parent';
import { BASE, testBelowBasePath } from './below-base-path';

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

// It builds everything again, so it runs on demand.
describe.runIf(isFull || isBrief)('a build for another base path', () => {
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

  testBelowBasePath(() => server.url);

  it('serves the assets of its build, and labels metrics with its paths', async () => {
    const browser = new PlainBrowser(server.url, 'en-US', BASE);
    await walkTo(browser, 'credentials', parentOfMinnesota());
    const script = /<script type="module" src="([^"]+)"/.exec(browser.page.html)?.[1] ?? '';
    expect(script).toMatch(new RegExp(`^${BASE}/assets/`));
    const asset = await fetch(server.url + script);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
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
});
