import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = /^joinery-tests-(\d+)$/;
/** The bytes that must be free. A whole run needs about 1 GiB, and Chromium's shared memory is there, too. */
const NEEDED = 2 ** 31;

/**
 * Puts temporary files of this run into memory if enough is free, because a store waits for the disk at each write. The process removes
 * its folder when it exits, and the folders of killed runs now.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR?.startsWith(MEMORY) || !existsSync(MEMORY)) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED) return;
  const folder = join(MEMORY, `joinery-tests-${process.pid}`);
  mkdirSync(folder);
  // Postgres runs as another user if the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
