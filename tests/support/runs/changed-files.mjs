import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the commit where the branch left `main`, or undefined without `main`, as in a clone of one branch. */
export function findBranchPoint() {
  return ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name)[0]).find(Boolean);
}

/**
 * Returns the commit before the changes to check: `BASE` if the history has it, or where the branch left `main`, or on `main` the commit
 * before.
 * @returns undefined without such a commit, as in a shallow clone
 */
export function findBase(named = process.env.BASE) {
  const [given] = named ? git('rev-parse', '--verify', '--quiet', `${named}^{commit}`) : [];
  if (given) return given;
  const point = findBranchPoint();
  return point === git('rev-parse', 'HEAD')[0] ? git('rev-parse', '--verify', '--quiet', 'HEAD^1')[0] : point;
}

/** Returns the files that differ from a commit, committed or not, including deleted ones. */
export function findChangedSince(base) {
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)];
}

/** Returns whether git has all earlier commits. */
export function hasHistory() {
  return git('rev-parse', '--is-shallow-repository')[0] === 'false';
}

/** Runs git. @returns the lines of its output, or none if it fails */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
