import { spawnSync } from 'node:child_process';

/** Tests whether a check of files for operators can run. In CI it must, so a missing command fails there. */
export function canRun(command: string): boolean {
  return Boolean(process.env.CI) || spawnSync(command, ['--version']).error === undefined;
}
