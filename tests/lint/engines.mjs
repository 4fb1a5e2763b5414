/**
 * Lists production packages whose `engines` exclude the oldest Node in package.json or the one in `.nvmrc`. Fails if one is not in
 * `SHOWN_TO_WORK`, or if an entry there is no longer needed.
 * `node tests/lint/engines.mjs [LOCK_FILE]`; prints one package per line.
 */
import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';

/** Exact versions, because another one may differ. app/reference/lib-address.test.ts runs the functions that we use. */
const SHOWN_TO_WORK = ['lib-address@0.7.0'];

const read = (path) => readFileSync(path, 'utf8');
const oldest = minVersion(JSON.parse(read('package.json')).engines.node);
const ours = [oldest.version, read('.nvmrc').trim()];

const { packages } = JSON.parse(read(process.argv[2] ?? 'package-lock.json'));
const excluding = Object.entries(packages)
  .filter(([path, { dev, engines }]) => path !== '' && !dev && !ours.every((node) => suits(node, engines?.node)))
  .map(([path, { version, engines }]) => ({ id: `${path.replace(/^.*node_modules\//, '')}@${version}`, engines }));

for (const { id, engines } of excluding) console.log(`${id} asks for Node ${engines.node}`);
const faults = [
  ...excluding.filter(({ id }) => !SHOWN_TO_WORK.includes(id)).map(({ id }) => `${id} may not run on Node ${oldest}`),
  ...SHOWN_TO_WORK.filter((id) => !excluding.some((one) => one.id === id)).map((id) => `${id} needs no exception`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function suits(node, range = '*') {
  return satisfies(node, range);
}
