import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

/** Whether what is measured and what measures can have a core each. */
export const isPinned = hasTaskset && availableParallelism() > 1;

/** The first core is that of the measured processes. @returns the words before the command */
export function onFirstCore(): string[] {
  return isPinned ? ['taskset', '--cpu-list', '0'] : [];
}

/** This process makes the load, on the second core. */
export function takeSecondCore(): void {
  if (isPinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(process.pid)]);
}
