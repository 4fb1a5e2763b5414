import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = ['app', 'locales', 'public', 'vite', 'server.ts', 'vite.config.ts', 'package.json', 'tsconfig.json'];

/** Builds a copy of the checkout for another `BASE_PATH`, as `npm run build` does. Takes about as long. */
export function buildForBasePath(basePath: string): { bundle: string; root: string; remove(): void } {
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
