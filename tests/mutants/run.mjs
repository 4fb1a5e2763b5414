/**
 * `npm run mutants [-- ROOM …]` makes small changes to the code, one at a time, and reports the changes that no test detects. Each room
 * runs its tests. Reports: `test-results/mutants/ROOM.html`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './rooms.mjs';

const USAGE = `Usage: npm run mutants [-- ROOM …]. Rooms: ${Object.keys(ROOMS).join(', ')}. All of them take an hour on two idle cores.`;

const names = process.argv.slice(2);
if (names.some((name) => !(name in ROOMS))) {
  console.error(USAGE);
  process.exit(2);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = (names.length > 0 ? names : Object.keys(ROOMS)).map(runRoom);
console.log(`\n${['room', 'mutants', 'noticed', 'survived', 'not covered', 'score %', 'minutes'].join('\t')}`);
for (const row of rows) console.log(row.join('\t'));

/** Runs the mutants of a room. @returns its row of the table */
function runRoom(name) {
  const begun = Date.now();
  const { status } = spawnSync('npx', ['stryker', 'run', 'tests/mutants/stryker.config.mjs'], {
    cwd: root,
    env: { ...process.env, ROOM: name },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  const { files } = JSON.parse(readFileSync(`${root}test-results/mutants/${name}.json`, 'utf8'));
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...kinds) => mutants.filter((mutant) => kinds.includes(mutant.status)).length;
  const noticed = count('Killed', 'Timeout');
  const survived = count('Survived');
  const uncovered = count('NoCoverage');
  const score = ((100 * noticed) / (noticed + survived + uncovered)).toFixed(1);
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
  return [name, mutants.length, noticed, survived, uncovered, score, minutes];
}
