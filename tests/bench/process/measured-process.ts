import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onFirstCore } from './cores';

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

export interface Usage {
  /** Of all threads, since the start. */
  cpuMs: number;
  /** Of the main thread; undefined if the machine does not report it. */
  mainThreadMs: number | undefined;
  /** Bytes. */
  rss: number;
  /** The maximum so far, in bytes. */
  maxRss: number;
}

export interface MeasuredProcess {
  name: string;
  origin: string;
  /** Milliseconds from the spawn to its `ready` line. */
  startMs: number;
  startCpuMs: number;
  usage(): Promise<Usage>;
  /** Queries a preloaded script. */
  ask<Answer>(question: string): Promise<Answer>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  name: string;
  /** The script and its arguments. */
  script: readonly string[];
  env: Record<string, string>;
  /** Loaded before it, after the probe. */
  preload?: readonly string[];
  /** Runs it on any core instead of the core of the measured processes. */
  isUnpinned?: boolean;
}

/** Starts a script that writes a JSON line with `msg: 'ready'` and its `port`. Reads its output, as a log collector does, and drops it. */
export async function startMeasured(options: ProcessOptions): Promise<MeasuredProcess> {
  const { name, script, env, preload = [], isUnpinned = false } = options;
  const imports = [PROBE, ...preload].flatMap((file) => ['--import', file]);
  const [command = '', ...args] = [...(isUnpinned ? [] : onFirstCore()), process.execPath, ...imports, ...script];
  const begun = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } as NodeJS.ProcessEnv,
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await readPort();
  const startMs = performance.now() - begun;
  let questions = 0;
  const ask = <Answer>(probe: string) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++questions;
      const take = (message: unknown) => {
        const { id: answered, answer } = message as { id: number; answer: Answer };
        if (answered !== id) return;
        child.off('message', take);
        resolve(answer);
      };
      child.on('message', take);
      child.send({ probe, id }, (error) => error && reject(error));
    });
  const usage = () => ask<Usage>('usage');
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    startMs,
    startCpuMs: (await usage()).cpuMs,
    usage,
    ask,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
    },
  };

  function readPort(): Promise<number> {
    return new Promise((resolve, reject) => {
      let written = '';
      const look = (text: string) => {
        written += text;
        const line = written.split('\n').find((one) => one.includes('"msg":"ready"') && one.endsWith('}'));
        if (line === undefined) return;
        child.stdout?.off('data', look).resume();
        resolve((JSON.parse(line) as { port: number }).port);
      };
      child.stdout?.setEncoding('utf8').on('data', look);
      void ended.then(() => reject(new Error(`${name} ended before it was ready:\n${written}`)));
    });
  }
}
