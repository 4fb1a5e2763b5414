import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLE } from './run-bundle';
import { neededSettings } from './site-settings';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Delays V8's optimisation and collects garbage less often, because a process serves only a few hundred requests. Behaviour stays the same.
 */
const V8_OPTIONS = ['--interrupt-budget=1000000', '--min-semi-space-size=16', '--max-semi-space-size=32'];

export interface ServerOptions {
  /** A folder that is kept when the server ends. The default is a temporary folder. */
  dataDir?: string;
  /** Settings added to those of the demo. */
  env?: Record<string, string>;
  /** The working directory. The default is the root of the working copy. */
  cwd?: string;
  /** The built server. The default is that of the working copy. */
  bundle?: string;
  /** Runs only the embedded backend. */
  serves?: 'backend';
  /** A file for all output, so that other processes can read it. */
  outputFile?: string;
}

export type LogLine = Record<string, unknown>;

export interface RunningServer {
  url: string;
  /** The process id. */
  pid: number;
  dataDir: string;
  /** Returns the metrics in Prometheus's text format. */
  readMetrics(): Promise<string>;
  /** Returns all output, including standard error. */
  output(): string;
  /** Returns the parsed log lines. */
  log(): LogLine[];
  /** Waits for a log line that matches, and returns the first one. */
  findLogLine(fits: (line: LogLine) => boolean): Promise<LogLine>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the built server as a process on a free port, and resolves when it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer & { adminUrl: string }> {
  const dataDir = options.dataDir ?? makeDataDir();
  const { child, output, ended } = run(dataDir, options);
  const findLogLine = (fits: (line: LogLine) => boolean) =>
    new Promise<LogLine>((resolve, reject) => {
      const look = () => {
        const line = parseLog(output()).find(fits);
        if (!line) return;
        stopLooking();
        resolve(line);
      };
      const stopLooking = onOutput(child, look);
      look();
      void ended.then((code) => {
        stopLooking();
        reject(new Error(`The server ended with code ${code} before it was ready:\n${output()}`));
      });
    });
  const { port, adminPort } = await findLogLine(({ msg }) => msg === 'ready');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    const code = await ended;
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  const adminUrl = `http://127.0.0.1:${Number(adminPort)}`;
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    adminUrl,
    pid: child.pid!,
    dataDir,
    readMetrics: async () => (await fetch(`${adminUrl}/metrics`)).text(),
    output,
    log: () => parseLog(output()),
    findLogLine,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Starts a server that must exit by itself. @returns its exit code and output */
export async function runServerToItsEnd(options: ServerOptions & { dataDir: string }) {
  const { output, ended } = run(options.dataDir, options);
  return { code: await ended, output: output() };
}

/** Creates a folder for a server's store. The caller removes it. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'joinery-'));
}

function run(dataDir: string, { env = {}, serves, cwd = ROOT, bundle = BUNDLE, outputFile }: ServerOptions) {
  const written = outputFile === undefined ? 'pipe' : openSync(outputFile, 'w');
  const child = spawn(process.execPath, [...V8_OPTIONS, bundle, ...(serves ? [serves] : [])], {
    cwd,
    stdio: ['ignore', written, written],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: '0',
      STOP_DELAY_MS: '0',
      RATE_LIMIT: 'off',
      // On a busy machine, the server would turn tests away.
      TURN_AWAY: 'off',
      DATA_DIR: dataDir,
      ...neededSettings(env),
      ...env,
    } as Record<string, string> as NodeJS.ProcessEnv,
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  if (written !== 'pipe') closeSync(written);
  let piped = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (piped += text));
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    });
  });
  return { child, output: () => (outputFile === undefined ? piped : readFileSync(outputFile, 'utf8')), ended };
}

/** Calls `look` for each piece of output, or every 20 ms if the output goes into a file. @returns a function that stops it */
function onOutput({ stdout }: ChildProcess, look: () => void): () => void {
  if (!stdout) {
    const looking = setInterval(look, 20);
    return () => clearInterval(looking);
  }
  stdout.on('data', look);
  return () => stdout.off('data', look);
}

/** Parses complete JSON lines, and skips others, such as stack traces. */
export function parseLog(written: string): LogLine[] {
  return written.split('\n').flatMap((line, index, lines) => {
    if (index === lines.length - 1 || !line.startsWith('{')) return [];
    try {
      return [JSON.parse(line) as LogLine];
    } catch {
      return [];
    }
  });
}
