/** What a clean clone lacks before it can be served or tested: the packages and the build. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { isBuildFresh } from './build-freshness.mjs';
import { areInstalled, findSharedPackages } from './installed-packages.mjs';

/**
 * @param {string} root the project's folder
 * @throws where packages are missing and those that are there belong to another checkout too
 */
export function prepare(root) {
  if (!areInstalled(root)) install(root);
  if (!isBuildFresh(root)) run(root, 'npm', ['run', 'build']);
}

function install(root) {
  const shared = findSharedPackages(root);
  if (shared) {
    throw new Error(
      `node_modules leads to ${shared}, which is not what package-lock.json asks for. Installing here would empty it for everyone who ` +
        `shares it: run \`npm ci\` in ${dirname(shared)}, or remove the link node_modules and start again for packages of your own.`,
    );
  }
  run(root, 'npm', ['ci']);
}

/** A build or an install needs the development packages, whatever the server will run as. */
function run(root, command, args) {
  const env = { ...process.env, NODE_ENV: 'development' };
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env });
}
