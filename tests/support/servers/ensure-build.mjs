import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuildFresh } from '../../../app/commands/run/build-freshness.mjs';

/** Builds when the build is missing or older than its sources, so that tests never run against yesterday's server. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

if (!isBuildFresh(root)) {
  console.log('Building: the build is missing or older than the sources.');
  // The test runner's own NODE_ENV would make it another build than the one that is run in production.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8', env });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(1);
  }
}
