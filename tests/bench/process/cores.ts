import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasTaskset = spawnSync('taskset', ['--version']).status === 0;

const cores = availableParallelism();

/** Whether what is measured and what measures can have a core each. */
export const isPinned = hasTaskset && cores > 1;

/** The first core is that of the measured processes. @returns the words before the command */
export function onFirstCore(): string[] {
  return isPinned ? ['taskset', '--cpu-list', '0'] : [];
}

/** This process makes the load, on the second core. What it starts without words of its own is there, too. */
export function takeSecondCore(): void {
  take('1');
}

/** For what is to have the whole machine, as is what is started from then on. */
export function takeAllCores(): void {
  take(`0-${cores - 1}`);
}

function take(list: string): void {
  if (isPinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(process.pid)]);
}
