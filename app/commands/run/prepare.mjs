import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { DEFAULT_BASE_PATH } from './base-path.mjs';
import { isBuildFresh } from './build-freshness.mjs';
import { areInstalled, findSharedPackages } from './installed-packages.mjs';

/**
 * Installs packages and builds, if needed.
 *
 * @param basePath the mount path of the build; tests use the default, whatever the environment contains
 * @throws Error if packages are missing and `node_modules` is shared with another working copy
 */
export function prepare(root, basePath = DEFAULT_BASE_PATH) {
  if (!areInstalled(root)) install(root);
  if (!isBuildFresh(root, basePath)) run(root, 'npm', ['run', 'build'], { BASE_PATH: basePath });
}

function install(root) {
  const shared = findSharedPackages(root);
  if (shared) {
    throw new Error(
      `node_modules links to ${shared}, which does not match package-lock.json. Installing here would empty it for every working copy ` +
        `that uses it: run \`npm ci\` in ${dirname(shared)}, or remove the link node_modules and start again to install separate packages.`,
    );
  }
  run(root, 'npm', ['ci']);
}

/** Installing and building need the development packages, even in production. */
function run(root, command, args, more = {}) {
  const env = { ...process.env, ...more, NODE_ENV: 'development' };
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env });
}
