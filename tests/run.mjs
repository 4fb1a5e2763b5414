/**
 * `npm test`: installs what is missing in a clean clone, browser included, builds, and runs everything: units, contracts and faults with
 * Vitest, and in parallel journeys with Playwright, whose output follows. Fails when any part fails, after all parts ran.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from '../app/commands/run/arguments.mjs';
import { prepare } from '../app/commands/run/prepare.mjs';
import { findPostgres } from './support/servers/find-postgres.mjs';
import { hasJava } from './support/servers/has-java.mjs';

/** Commands that check files of deploy/, what is skipped without each, and its Debian package. */
const DEPLOYING = [
  ['promtool', 'the alerts are not tried', 'prometheus'],
  ['caddy', 'processes are not replaced behind it', 'caddy'],
  ['docker-compose', 'compose.yaml is not read by it', 'docker-compose'],
  ['yamllint', 'YAML is not checked', 'yamllint'],
  ['systemd-analyze', 'the unit is not verified', 'systemd'],
];

takeNoArguments('Usage: npm test. It runs everything; docs/testing.md shows how to run one test.');
const root = fileURLToPath(new URL('..', import.meta.url));
prepare(root);
installBrowser();
tellWhatJavaLacks();
tellWhatPythonLacks();
tellWhatDeployingLacks();

const projects = vitestProjects();
const vitestResult = `${root}node_modules/.cache/vitest-result.json`;
const journeys = startJourneys();
const vitestCode = await runBeside('npx', vitestCommand());
const journeysCode = await journeys.end();
// Failures run again, with nothing else running.
const failures = [...failedAlone(vitestCode), ...(journeysCode === 0 ? [] : failedJourneys())];
console.log(failures.length === 0 ? '\nAll parts passed.' : `\nFailed: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Starts Playwright, which spends half its time waiting. One worker fills Vitest's pauses instead of taking its cores at first. Its output
 * is held back until Vitest has ended, so that the two do not mix.
 */
function startJourneys() {
  const child = spawn('npx', ['playwright', 'test', '--workers=1'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const kept = [];
  let isKept = true;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => (isKept ? kept.push(piece) : process.stdout.write(piece)));
  }
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const end = () => {
    isKept = false;
    process.stdout.write(Buffer.concat(kept));
    return ended;
  };
  return { end };
}

/** Re-runs the failed journeys by themselves. @returns what failed again */
function failedJourneys() {
  const again = ['playwright', 'test', '--last-failed', '--workers=1'];
  console.warn('\nRe-running only the failed journeys.');
  if (run('npx', again) !== 0) return ['playwright test'];
  console.warn('\nSome journeys failed first and passed in the second run: see above.');
  return [];
}

/**
 * Returns the failures by name, so that the last lines of a long output show them. A file that fails on a busy machine runs again by
 * itself: a second failure counts, a pass is reported, because a test that depends on load must be fixed.
 */
function failedAlone(code) {
  if (code === 0) return [];
  const files = existsSync(vitestResult) ? failedFiles(JSON.parse(readFileSync(vitestResult, 'utf8'))) : [];
  // None: Vitest crashed early, or something failed outside of the tests.
  if (files.length === 0 || files.length > 10) return ['vitest run', ...files];
  const failedAgain = files.filter((file) => run('npx', ['vitest', 'run', ...projects, '--maxWorkers=1', file]) !== 0);
  const passedAlone = files.filter((file) => !failedAgain.includes(file));
  if (passedAlone.length > 0)
    console.warn(`\nThese failed first and passed in the second run: ${passedAlone.join(', ')}`);
  return failedAgain;
}

function vitestCommand() {
  rmSync(vitestResult, { force: true });
  return ['vitest', 'run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResult}`];
}

/** @param {{ testResults: { name: string, status: string }[] }} report */
function failedFiles({ testResults }) {
  return [...new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name)))];
}

/** Returns all projects, or without a Postgres on this machine those that need none. In CI that is a failure, which Vitest reports. */
function vitestProjects() {
  if (findPostgres() || process.env.DATABASE_URL || process.env.CI) return [];
  console.warn(
    'This machine has no Postgres: its tests are left out. Install it (Debian: apt-get install postgresql) to run them.',
  );
  return ['--project', 'code', '--project', 'server'];
}

/** Without Java no page is checked against the HTML standard; in CI that is a failure, which Vitest reports. */
function tellWhatJavaLacks() {
  if (hasJava() || process.env.CI) return;
  console.warn(
    'This machine has no Java: the HTML checker is left out. Install it (Debian: apt-get install default-jre-headless) to run it.',
  );
}

/** Without Python one of the example backends is not tested; in CI that is a failure, which Vitest reports. */
function tellWhatPythonLacks() {
  if (process.env.CI || spawnSync('python3', ['--version']).status === 0) return;
  console.warn(
    'This machine has no Python: the example backend in it is left out. Install it (Debian: apt-get install python3) to run it.',
  );
}

/** Without these tools fewer checks cover the files of deploy/; in CI that is a failure, which Vitest reports. */
function tellWhatDeployingLacks() {
  if (process.env.CI) return;
  for (const [command, what, debian] of DEPLOYING) {
    if (spawnSync(command, ['--version']).error === undefined) continue;
    console.warn(`This machine has no ${command}: ${what}. Install it (Debian: apt-get install ${debian}) to run it.`);
  }
}

/** Uses Debian's Chromium if installed, or else Playwright's (tests/support/browser/chromium.ts). */
function installBrowser() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return;
  if (existsSync('/usr/bin/chromium')) {
    return void console.warn(
      'This machine has no chromium-headless-shell: whole Chromium takes its place, and three times as long. ' +
        'Install it (Debian: apt-get install chromium-headless-shell).',
    );
  }
  if (run('npx', ['playwright', 'install', 'chromium']) !== 0) throw new Error('There is no browser to test with');
}

/** @returns the exit code */
function runBeside(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
