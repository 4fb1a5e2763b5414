import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DEFAULT_BASE_PATH } from '../../../app/commands/run/base-path.mjs';
import { isBuildFresh } from '../../../app/commands/run/build-freshness.mjs';

/** Builds if the build is missing or stale. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

if (!isBuildFresh(root)) {
  console.log('Building: the build is missing or older than the sources.');
  // These override the test runner's environment and .env.
  const env = { ...process.env, NODE_ENV: 'production', BASE_PATH: DEFAULT_BASE_PATH };
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8', env });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(1);
  }
}
