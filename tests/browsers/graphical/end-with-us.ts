import type { ChildProcess } from 'node:child_process';

/** An aborted run leaves no browser process behind. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
}
