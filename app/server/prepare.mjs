/** What a clean clone lacks before it can be served or tested: the packages and the build. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBuildFresh } from './build-freshness.mjs';

/** @param {string} root the project's folder */
export function prepare(root) {
  if (!areInstalled(root)) run(root, 'npm', ['ci']);
  if (!isBuildFresh(root)) run(root, 'npm', ['run', 'build']);
}

/** npm writes this file at the end of every install. */
function areInstalled(root) {
  const installed = join(root, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** A build or an install needs the development packages, whatever the server will run as. */
function run(root, command, args) {
  const env = { ...process.env, NODE_ENV: 'development' };
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env });
}
