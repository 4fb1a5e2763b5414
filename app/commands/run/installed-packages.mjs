import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether `node_modules` holds what `package-lock.json` asks for. npm writes down what it installed in `node_modules/.package-lock.json`,
 * so the two are compared, by version and hash: times say nothing, since a checkout or a copy makes either file the newer one.
 *
 * @param {string} root the checkout, absolute
 * @returns {boolean}
 */
export function areInstalled(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(record);
  return (
    // What is optional is left out where it does not fit the machine.
    Object.entries(wanted).every(([path, entry]) =>
      path in installed ? isSame(entry, installed[path]) : entry.optional || path === '',
    ) &&
    // What npm calls extraneous somebody added by hand, with --no-save.
    Object.entries(installed).every(([path, entry]) => path in wanted || entry.extraneous)
  );
}

/**
 * The folder that `node_modules` is a link to; undefined where it is a folder of its own, or missing. An install through a link empties
 * the packages of every other checkout that shares them.
 *
 * @param {string} root the checkout, absolute
 * @returns {string | undefined}
 */
export function findSharedPackages(root) {
  const folder = join(root, 'node_modules');
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(folder) : undefined;
}

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, extraneous?: boolean }>} by their folder */
function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function isSame(one, other) {
  return one.version === other.version && one.integrity === other.integrity;
}
