/**
 * Runs suites on demand (`tests/support/runs/suites.mjs`) in full: all of them, the named ones, or `faults` for all but the browsers.
 * `changed` runs the brief form of suites that cover a file changed since the base (`BASE`, or where the branch left `main`, or on `main`
 * the commit before). It reports suites that this machine cannot run as not run, and runs a failed suite again.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBase, findChangedSince, hasHistory } from './support/runs/changed-files.mjs';
import { findSuites, MOST_MINUTES, SUITES } from './support/runs/suites.mjs';
import { findPostgres } from './support/servers/find-postgres.mjs';

const MINUTE_MS = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const names = process.argv.slice(2);
const isBrief = names[0] === 'changed';
const began = Date.now();
const failed = [];
for (const suite of select()) await runOnceOrTwice(suite);
console.log(failed.length > 0 ? `\nFailed suites: ${failed.join(', ')}` : '\nNo suite on demand failed.');
process.exitCode = failed.length > 0 ? 1 : 0;

function select() {
  if (names.length === 0) return SUITES;
  if (isBrief) return selectChanged();
  if (names[0] === 'faults') return SUITES.filter(({ script }) => script === undefined);
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(
      `Unknown: ${unknown.join(', ')}. Suites: changed, faults, ${SUITES.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  return SUITES.filter(({ name }) => names.includes(name));
}

/** Selects the suites that a change needs, and prints the reason for each. */
function selectChanged() {
  const base = findBase();
  if (base === undefined) {
    console.log('\nSuites on demand: NOT RUN, because git names no earlier commit to compare with (a shallow clone?).');
    return [];
  }
  const found = findSuites(findChangedSince(base));
  console.log(`\nSuites on demand, by the files changed since ${base.slice(0, 8)}:`);
  return SUITES.filter((suite) => {
    const files = found.find((each) => each.suite === suite)?.files ?? [];
    const obstacle = files.length > 0 ? findObstacle(suite) : undefined;
    console.log(`  ${suite.name}: ${describe(suite, files, obstacle)}`);
    return files.length > 0 && !obstacle;
  });
}

function describe({ minutes }, [first, ...others], obstacle) {
  if (first === undefined) return 'not run, because nothing that it covers changed';
  if (obstacle) return `NOT RUN: ${obstacle}`;
  return `runs, about ${minutes.brief} min, because of ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

/** @returns why this machine cannot run the brief form of a suite, or undefined */
function findObstacle({ minutes, tools = [], needsHistory }) {
  if (minutes.brief === undefined) return 'it runs only in full';
  if (needsHistory && !hasHistory()) return 'its earlier build needs the history. Fetch it: git fetch --unshallow';
  const missing = tools.filter((tool) => !hasTool(tool));
  return missing.length > 0 ? `this machine has no ${missing.join(', ')}` : undefined;
}

function hasTool(tool) {
  if (tool === 'postgres') return Boolean(process.env.DATABASE_URL ?? findPostgres());
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, tool)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a suite. A failure of a brief form counts only if a second run fails, too, as in `npm test`. The second run may end late. */
async function runOnceOrTwice(suite) {
  const first = await runSuite(suite, isBrief);
  if (first !== 'failed') return;
  if (isBrief && (await runSuite(suite, false)) === 'passed')
    return console.warn(`${suite.name} failed first and passed in the second run: see above.`);
  failed.push(suite.name);
}

/** @returns {Promise<'passed' | 'failed' | 'stopped'>} `stopped` if the time for all brief suites is over */
async function runSuite({ name, tests, script, workers = 2, briefly }, isLimited) {
  const leftMs = began + MOST_MINUTES * MINUTE_MS - Date.now();
  if (isLimited && leftMs <= 0) {
    console.log(`\n${name}: NOT RUN, because the ${MOST_MINUTES} min for all suites are over`);
    return 'stopped';
  }
  const args = script ? ['npm', 'run', script] : ['npx', 'vitest', 'run', `--maxWorkers=${workers}`, ...tests];
  console.log(`\n${name}: ${args.join(' ')}`);
  const start = Date.now();
  const env = { ...process.env, FAULTS: isBrief ? 'brief' : 'full', ...(isBrief && briefly) };
  // In a new process group, so that its workers and servers end with it.
  const child = spawn(args[0], args.slice(1), { cwd: root, stdio: 'inherit', env, detached: isBrief });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    process.kill(-child.pid, 'SIGKILL');
  };
  const interrupt = () => process.exit(130);
  const timer = isLimited ? setTimeout(stop, leftMs) : undefined;
  if (isBrief) process.once('exit', stop).once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const code = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve));
  clearTimeout(timer);
  process.off('exit', stop).off('SIGINT', interrupt).off('SIGTERM', interrupt);
  const result = isStopped ? 'stopped' : code === 0 ? 'passed' : 'failed';
  const why = isStopped ? `, because the ${MOST_MINUTES} min for all suites are over` : '';
  console.log(`${name}: ${result} after ${Math.round((Date.now() - start) / 1000)} s${why}`);
  return result;
}
