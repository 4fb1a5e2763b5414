import { spawnSync } from 'node:child_process';

/** Returns whether a check that needs this command can run. In CI it always runs, so a missing command fails. */
export function canRun(command: string): boolean {
  return Boolean(process.env.CI) || spawnSync(command, ['--version']).error === undefined;
}
