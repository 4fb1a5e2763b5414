import { spawnSync } from 'node:child_process';

/** Tests whether a check of files for operators can run. In CI, a missing command is a failure. */
export function canRun(command: string): boolean {
  return Boolean(process.env.CI) || spawnSync(command, ['--version']).error === undefined;
}
