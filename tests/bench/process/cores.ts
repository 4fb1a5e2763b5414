import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

const cores = availableParallelism();

/** Whether the measured processes and the load generator each get a core. */
export const isPinned = hasTaskset && cores > 1;

/** Pins a command to the first core, for measured processes. @returns the prefix of the command */
export function onFirstCore(): string[] {
  return isPinned ? ['taskset', '--cpu-list', '0'] : [];
}

/** Moves this process, which generates the load, and its unpinned children to the second core. */
export function takeSecondCore(): void {
  take('1');
}

/** Lets this process and its later children use all cores. */
export function takeAllCores(): void {
  take(`0-${cores - 1}`);
}

function take(list: string): void {
  if (isPinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(process.pid)]);
}
