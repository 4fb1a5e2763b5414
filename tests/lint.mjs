/**
 * `npm run lint` runs every `lint:` script of package.json, one per core, in the order of package.json: the longest first. It runs all
 * of them, and fails if one fails. The scripts only read the code, and cache results in `node_modules/.cache`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from '../app/commands/run/arguments.mjs';

takeNoArguments('Usage: npm run lint. It runs every script whose name begins with lint:.');
const root = fileURLToPath(new URL('..', import.meta.url));
const env = {
  ...process.env,
  PATH: [`${root}node_modules/.bin`, process.env.PATH].join(delimiter),
  // With the default young generation, garbage collection takes a quarter of the time.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=128`,
  // Less garbage collection in oxlint's type-aware rules, which are written in Go.
  GOGC: process.env.GOGC ?? '400',
};

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const names = Object.keys(scripts).filter((name) => name.startsWith('lint:'));
const codes = [];
// More at once would take longer, because they would evict each other's data from the CPU caches.
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let name = names.shift(); name; name = names.shift()) codes.push(await run(name));
  }),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function run(name) {
  const begun = Date.now();
  const child = spawn(scripts[name], { cwd: root, env, shell: true });
  const output = [];
  child.stdout.on('data', (data) => output.push(data));
  child.stderr.on('data', (data) => output.push(data));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'Passed' : 'FAILED'}: ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code);
    });
  });
}
