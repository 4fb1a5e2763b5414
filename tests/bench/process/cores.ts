import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

const cores = availableParallelism();

/** Whether the measured processes and the load can have a core each. */
export const isPinned = hasTaskset && cores > 1;

/** Pins a command to the first core, that of the measured processes. @returns the words before the command */
export function onFirstCore(): string[] {
  return isPinned ? ['taskset', '--cpu-list', '0'] : [];
}

/** Puts this process, which creates the load, on the second core, with its unpinned children. */
export function takeSecondCore(): void {
  take('1');
}

/** Lets this process and those it starts from now on use the whole machine. */
export function takeAllCores(): void {
  take(`0-${cores - 1}`);
}

function take(list: string): void {
  if (isPinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(process.pid)]);
}
