import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const BUNDLE = fileURLToPath(new URL('../../../build/server/index.js', import.meta.url));

/** Runs a command of the bundle in a separate process. */
export function runBundle(words: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  return { status, stdout, stderr };
}

/** Does the same without blocking this process, which may serve the command. */
export async function startBundle(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BUNDLE, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
