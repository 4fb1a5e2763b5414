import type { ChildProcess } from 'node:child_process';

/** Kills the child when this process exits, so that an aborted run leaves no browser behind. */
export function killOnExit(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
}
