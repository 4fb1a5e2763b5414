import type { ChildProcess } from 'node:child_process';

/** A run that is broken off leaves no browser behind. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
}
