import { execFileSync } from 'node:child_process';
import type { Plugin } from 'vite';

/** Adds the commit to the server's build: `COMMIT`, for a folder without its repository, or else from git. */
export const builtCommit: Plugin = {
  name: 'built-commit',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? { define: { 'import.meta.env.COMMIT': JSON.stringify(process.env.COMMIT?.trim() || findCommit()) } }
      : undefined,
};

function findCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
