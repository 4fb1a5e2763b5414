/**
 * `npm test` installs missing packages and the browser, builds, and runs all tests: units, contracts and faults with Vitest, and in
 * parallel journeys with Playwright, whose output follows. Runs all parts even if one fails, and then fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeNoArguments } from '../app/commands/run/arguments.mjs';
import { prepare } from '../app/commands/run/prepare.mjs';
import { findPostgres } from './support/servers/find-postgres.mjs';
import { hasJava } from './support/servers/has-java.mjs';

/** Commands that check files of deploy/, with the result of a missing one and its Debian package. */
const DEPLOYING = [
  ['promtool', 'the alerts are not tested', 'prometheus'],
  ['caddy', 'no test replaces processes behind it', 'caddy'],
  ['nginx', 'its sample configuration is not tried', 'nginx-light'],
  ['docker-compose', 'compose.yaml is not read by it', 'docker-compose'],
  ['yamllint', 'YAML is not checked', 'yamllint'],
  ['systemd-analyze', 'the unit is not verified', 'systemd'],
];

const began = Date.now();
takeNoArguments('Usage: npm test. It runs everything; docs/testing.md shows how to run one test.');
const root = fileURLToPath(new URL('..', import.meta.url));
prepare(root);
installBrowser();
warnWithoutJava();
warnWithoutPython();
warnWithoutDeployTools();

const projects = vitestProjects();
const vitestResult = `${root}node_modules/.cache/vitest-result.json`;
const journeys = startJourneys();
const vitestCode = await runInParallel(bin('vitest'), vitestArguments());
const journeysCode = await journeys.end();
// Failures run again, with nothing else running.
const failures = [...failedAgainAlone(vitestCode), ...(journeysCode === 0 ? [] : failedJourneys())];
console.log(failures.length === 0 ? '\nAll parts passed.' : `\nFailed: ${failures.join(', ')}`);
console.log(`npm test took ${Math.round((Date.now() - began) / 1000)} s.`);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Starts Playwright, which spends half of its time waiting. With one worker it mostly uses cores that Vitest leaves idle. Its output
 * appears after Vitest has ended, so that the two do not mix.
 */
function startJourneys() {
  const child = spawn(bin('playwright'), ['test', '--workers=1'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Re-runs only the failed journeys. @returns the command that failed again */
function failedJourneys() {
  const again = ['test', '--last-failed', '--workers=1'];
  console.warn('\nRe-running only the failed journeys.');
  if (run(bin('playwright'), again) !== 0) return ['playwright test'];
  console.warn('\nSome journeys failed first and passed in the second run: see above.');
  return [];
}

/**
 * Re-runs failed files one at a time, because a busy machine may cause failures. A second failure counts. A pass is reported, because a
 * test that depends on load must be fixed. @returns the failed files, for the last line of the output
 */
function failedAgainAlone(code) {
  if (code === 0) return [];
  const files = existsSync(vitestResult) ? failedFiles(JSON.parse(readFileSync(vitestResult, 'utf8'))) : [];
  // Without a failed file, Vitest crashed, or an error occurred outside of the tests.
  if (files.length === 0 || files.length > 10) return ['vitest run', ...files];
  const failedAgain = files.filter((file) => run(bin('vitest'), ['run', ...projects, '--maxWorkers=1', file]) !== 0);
  const passedAlone = files.filter((file) => !failedAgain.includes(file));
  if (passedAlone.length > 0)
    console.warn(`\nThese files failed first and passed in the second run: ${passedAlone.join(', ')}`);
  return failedAgain;
}

function vitestArguments() {
  rmSync(vitestResult, { force: true });
  return ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResult}`];
}

/** @param {{ testResults: { name: string, status: string }[] }} report */
function failedFiles({ testResults }) {
  return [...new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name)))];
}

/** Returns options that skip the project of Postgres if this machine has no Postgres. In CI, Vitest reports that as a failure. */
function vitestProjects() {
  if (findPostgres() || process.env.DATABASE_URL || process.env.CI) return [];
  console.warn(
    'This machine has no Postgres, so its tests are skipped. Install it (Debian: apt-get install postgresql) to run them.',
  );
  return ['code', 'server', 'base path'].flatMap((name) => ['--project', name]);
}

/** Warns that without Java no page is checked against the HTML standard. In CI, Vitest reports that as a failure. */
function warnWithoutJava() {
  if (hasJava() || process.env.CI) return;
  console.warn(
    'This machine has no Java, so the HTML checker is skipped. Install it (Debian: apt-get install default-jre-headless) to run it.',
  );
}

/** Warns that without Python an example backend is not tested. In CI, Vitest reports that as a failure. */
function warnWithoutPython() {
  if (process.env.CI || spawnSync('python3', ['--version']).status === 0) return;
  console.warn(
    'This machine has no Python, so an example backend is skipped. Install it (Debian: apt-get install python3) to run it.',
  );
}

/** Warns about missing tools that check the files of deploy/. In CI, Vitest reports them as failures. */
function warnWithoutDeployTools() {
  if (process.env.CI) return;
  for (const [command, what, debian] of DEPLOYING) {
    if (spawnSync(command, ['--version']).error === undefined) continue;
    console.warn(
      `This machine has no ${command}, so ${what}. Install it (Debian: apt-get install ${debian}) to run it.`,
    );
  }
}

/** Uses Debian's Chromium if installed, or else Playwright's (tests/support/browser/chromium.ts). */
function installBrowser() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return;
  if (existsSync('/usr/bin/chromium')) {
    return void console.warn(
      'This machine has no chromium-headless-shell: full Chromium replaces it and is three times slower. ' +
        'Install it (Debian: apt-get install chromium-headless-shell).',
    );
  }
  if (run(bin('playwright'), ['install', 'chromium']) !== 0)
    throw new Error('No browser could be installed for the journeys');
}

/** Returns the path of an installed command. `npx` would load npm first. */
function bin(name) {
  return `${root}node_modules/.bin/${name}`;
}

/** Runs a command without blocking. @returns its exit code */
function runInParallel(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
