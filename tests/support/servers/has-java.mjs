import { spawnSync } from 'node:child_process';

/**
 * Returns whether this machine can run the Nu HTML checker.
 * @returns {boolean}
 */
export function hasJava() {
  return spawnSync('java', ['-version']).status === 0;
}
