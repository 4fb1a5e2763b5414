import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CADDYFILE = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));
const ASK_EVERY_MS = 50;

/** The proxy of compose.yaml in front of these apps, in plain http. Resolves when it answers. */
export async function startCaddy(port: number, apps: readonly string[]) {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      SITE_ADDRESS: url,
      APPS: apps.join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  let isOver = false;
  void ended.then(() => (isOver = true)).catch(() => (isOver = true));
  while (!(await answers(url))) {
    if (isOver) throw new Error(`Caddy ended:\n${output}`);
    await wait(ASK_EVERY_MS);
  }
  return {
    url,
    output: () => output,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
