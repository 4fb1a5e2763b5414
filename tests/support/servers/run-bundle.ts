import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const BUNDLE = fileURLToPath(new URL('../../../build/server/index.js', import.meta.url));

/** Runs a command of the bundle in a separate process. */
export function runBundle(words: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  return { status, stdout, stderr };
}

/** Runs `WORD --help` of each command in one separate process, because the start of Node takes longer than the command. */
export function runBundledHelps(words: string[]): Map<string, ReturnType<typeof runBundle>> {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', HELPS, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The commands ended the process with ${status}: ${stdout}${stderr}`);
  return new Map(JSON.parse(stdout) as [string, ReturnType<typeof runBundle>][]);
}

/** Imports the bundle's entry again for each word, as Node does when it starts. */
const HELPS = `
  const words = process.argv.splice(1);
  const write = process.stdout.write.bind(process.stdout);
  const printed = [];
  for (const word of words) {
    const result = { status: 0, stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) process[stream].write = (text) => ((result[stream] += text), true);
    process.exitCode = undefined;
    process.argv.splice(1, Infinity, ${JSON.stringify(BUNDLE)}, word, '--help');
    await import(${JSON.stringify(pathToFileURL(BUNDLE).href)} + '?' + word);
    result.status = process.exitCode;
    printed.push([word, result]);
  }
  process.exitCode = 0;
  write(JSON.stringify(printed));
`;

/** Runs a command of the bundle without blocking this process, which may serve the command. */
export async function startBundle(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BUNDLE, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
