import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const BUNDLE = fileURLToPath(new URL('../../../build/server/index.js', import.meta.url));

/** Runs a command of the bundle in a process of its own. */
export function runBundle(words: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  return { status, stdout, stderr };
}
