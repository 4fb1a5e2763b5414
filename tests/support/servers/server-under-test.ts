import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE } from './run-bundle';
import { neededSettings } from './site-settings';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServerOptions {
  /** Kept when the server ends; by default a temporary folder. */
  dataDir?: string;
  /** Added to the demo's settings. */
  env?: Record<string, string>;
  /** The folder it is started in; the checkout by default. */
  cwd?: string;
  /** The built server; that of the checkout by default. */
  bundle?: string;
  /** Runs `backend`, the embedded backend alone. */
  serves?: 'backend';
}

type LogLine = Record<string, unknown>;

export interface RunningServer {
  url: string;
  /** The process id. */
  pid: number;
  dataDir: string;
  /** Its metrics, in Prometheus's text format. */
  readMetrics(): Promise<string>;
  /** All output, standard error included. */
  output(): string;
  /** Its parsed log lines. */
  log(): LogLine[];
  /** The first log line that matches; waits for it. */
  findLogLine(fits: (line: LogLine) => boolean): Promise<LogLine>;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the built server as a process on a free port, and resolves when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? makeDataDir();
  const { child, output, ended } = run(dataDir, options);
  const findLogLine = (fits: (line: LogLine) => boolean) =>
    new Promise<LogLine>((resolve, reject) => {
      const look = () => {
        const line = parseLog(output()).find(fits);
        if (!line) return;
        child.stdout.off('data', look);
        resolve(line);
      };
      child.stdout.on('data', look);
      look();
      void ended.then((code) =>
        reject(new Error(`The server ended with code ${code} and never said so:\n${output()}`)),
      );
    });
  const { port, adminPort } = await findLogLine(({ msg }) => msg === 'ready');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    const code = await ended;
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    pid: child.pid!,
    dataDir,
    readMetrics: async () => (await fetch(`http://127.0.0.1:${Number(adminPort)}/metrics`)).text(),
    output,
    log: () => parseLog(output()),
    findLogLine,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Starts a server that should exit by itself. @returns how it ended, and its output */
export async function runServerToItsEnd(options: ServerOptions & { dataDir: string }) {
  const { output, ended } = run(options.dataDir, options);
  return { code: await ended, output: output() };
}

/** A folder for a server's store; the caller removes it. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'joinery-'));
}

function run(dataDir: string, { env = {}, serves, cwd = ROOT, bundle = BUNDLE }: ServerOptions) {
  const child = spawn(process.execPath, [bundle, ...(serves ? [serves] : [])], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: '0',
      STOP_DELAY_MS: '0',
      RATE_LIMIT: 'off',
      // On a busy machine tests that post at the same time would be turned away.
      TURN_AWAY: 'off',
      DATA_DIR: dataDir,
      ...neededSettings(env),
      ...env,
    } as Record<string, string> as NodeJS.ProcessEnv,
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (written += text));
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    });
  });
  return { child, output: () => written, ended };
}

/** Parses complete JSON lines and skips others, such as stacks. */
function parseLog(written: string): LogLine[] {
  return written.split('\n').flatMap((line, index, lines) => {
    if (index === lines.length - 1 || !line.startsWith('{')) return [];
    try {
      return [JSON.parse(line) as LogLine];
    } catch {
      return [];
    }
  });
}
