import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Kept between runs, while other temporary files may be in memory. */
const KEPT = '/var/tmp';

/**
 * Builds another commit as `npm run build` does there, with the packages installed here. The build is kept, so only the first call takes
 * time.
 * | @returns the commit's whole id, the built server and its folder; undefined if the history lacks the commit, as in a shallow clone
 * @throws Error when the build fails
 */
export function buildOfCommit(name: string): { commit: string; bundle: string; root: string } | undefined {
  const found = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (found.status !== 0) return undefined;
  const commit = found.stdout.trim();
  const root = join(KEPT, `joinery-build-${commit}`);
  // Its link to the packages is broken if the working copy that built it is gone.
  if (existsSync(root) && !existsSync(join(root, 'node_modules'))) rmSync(root, { recursive: true });
  if (!existsSync(root)) build(commit, root);
  return { commit, bundle: join(root, 'build/server/index.js'), root };
}

/** Renamed at the end, so that an interrupted build does not count as complete. */
function build(commit: string, root: string): void {
  const work = mkdtempSync(`${root}-`);
  mkdirSync(join(work, 'tree'));
  const steps: [command: string, args: string[], cwd: string][] = [
    ['git', ['archive', '--output', join(work, 'tree.tar'), commit], ROOT],
    ['tar', ['-xf', '../tree.tar'], join(work, 'tree')],
    [process.execPath, ['app/commands/run/build.mjs'], join(work, 'tree')],
  ];
  symlinkSync(join(ROOT, 'node_modules'), join(work, 'tree/node_modules'));
  try {
    for (const [command, args, cwd] of steps) {
      const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${commit} could not be built: ${error?.message ?? stderr}`);
    }
    if (!existsSync(root)) renameSync(join(work, 'tree'), root);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
}
