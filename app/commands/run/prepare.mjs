import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { isBuildFresh } from './build-freshness.mjs';
import { areInstalled, findSharedPackages } from './installed-packages.mjs';

/** Installs packages and builds, if needed. @throws where packages are missing and `node_modules` is shared with another checkout */
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

/** Installing and building need the development packages, even in production. */
function run(root, command, args) {
  const env = { ...process.env, NODE_ENV: 'development' };
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env });
}
