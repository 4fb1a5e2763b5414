/**
 * `npm run test:near` runs the tests nearest to the changes since the branch left `main`, committed or not: unit tests that import a
 * changed file, tests of the built server by a table, and changed test files. It does not replace `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from '../app/commands/run/arguments.mjs';
import { findBranchPoint, findChangedSince } from './support/runs/changed-files.mjs';
import { findNearTests } from './support/runs/near-tests.mjs';

takeNoArguments('Usage: npm run test:near. It runs the tests nearest to what was changed since main.');
const root = fileURLToPath(new URL('..', import.meta.url));
// Without `main`, as in a clone of one branch, only uncommitted changes count. A deleted file has no tests.
const changed = findChangedSince(findBranchPoint() ?? 'HEAD').filter((file) => existsSync(`${root}${file}`));
const near = findNearTests(changed);
console.log(`Changed files: ${changed.length}${changed.length > 0 ? `:\n  ${changed.join('\n  ')}` : '.'}`);
if (near.unknown.length > 0) console.log(`No nearest tests for: ${near.unknown.join(', ')}`);

const codes = [
  near.related.length > 0 &&
    run('vitest', 'related', '--run', '--project', 'code', '--passWithNoTests', ...near.related),
  ...['server', 'postgres', 'base path'].map(
    (project) => near[project].length > 0 && run('vitest', 'run', '--project', project, ...near[project]),
  ),
  near.journeys.length > 0 && run('playwright', 'test', ...near.journeys),
];
console.log('Only the nearest tests ran. `npm test` runs all tests.');
process.exitCode = codes.every((code) => code === false || code === 0) ? 0 : 1;

function run(command, ...args) {
  console.log(`\n${command} ${args.join(' ')}`);
  return spawnSync('npx', [command, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}
