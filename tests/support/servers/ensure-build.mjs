import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuildFresh } from '../../../app/commands/run/build-freshness.mjs';

/** Builds if the build is missing or stale. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

if (!isBuildFresh(root)) {
  console.log('Building: the build is missing or older than the sources.');
  // The test runner's NODE_ENV would change the build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8', env });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(1);
  }
}
