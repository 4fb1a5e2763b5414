import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** This folder survives a run, unlike the folder of temporary files. */
const CACHE = '/var/tmp';

/**
 * Builds another commit with the packages of its lock file, as `npm run build` does. Keeps the build, so that only the first call takes
 * time.
 * @returns the built server and its folder
 * @throws Error when the build fails
 */
export function buildOfCommit(commit: string): { bundle: string; root: string } {
  const root = join(CACHE, `joinery-build-${commit}`);
  if (!existsSync(root)) build(commit, root);
  return { bundle: join(root, 'build/server/index.js'), root };
}

/**
 * Returns the commit that last changed a file.
 * @throws Error without a history, and in a shallow clone, where git would return its first commit
 */
export function findLastChange(file: string): string {
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim();
  const commit = git('log', '-1', '--format=%H', '--', file).stdout.trim();
  if (isShallow !== 'false' || commit === '')
    throw new Error(`An earlier build needs the history of ${file}. Fetch it: git fetch --unshallow`);
  return commit;
}

/** Builds in another folder, and renames it at the end, so that an interrupted build does not look complete. */
function build(commit: string, root: string): void {
  const work = mkdtempSync(`${root}-`);
  const tree = join(work, 'tree');
  mkdirSync(tree);
  const steps: [command: string, args: string[], cwd: string][] = [
    ['git', ['archive', '--output', join(work, 'tree.tar'), commit], ROOT],
    ['tar', ['-xf', '../tree.tar'], tree],
    ['npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], tree],
    [process.execPath, ['app/commands/run/build.mjs'], tree],
    ['npm', ['prune', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], tree],
  ];
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development' };
  try {
    for (const [command, args, cwd] of steps) {
      const { status, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`Failed to build ${commit}: ${error?.message ?? stderr}`);
    }
    if (!existsSync(root)) renameSync(tree, root);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}
