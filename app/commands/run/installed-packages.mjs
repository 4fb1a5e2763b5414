import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Compares npm's record with the lock file by version and hash, because a clone or a copy changes file times. */
export function areInstalled(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(record);
  return (
    // Optional packages for other platforms are not installed.
    Object.entries(wanted).every(([path, entry]) =>
      path in installed ? isSame(entry, installed[path]) : entry.optional || path === '',
    ) &&
    // "Extraneous" packages were added by hand with --no-save.
    Object.entries(installed).every(([path, entry]) => path in wanted || entry.extraneous)
  );
}

/** The target of a linked `node_modules`. Installing through the link would empty the target for all working copies that use it. */
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
