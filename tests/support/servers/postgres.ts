import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './find-postgres.mjs';
import { findFreePort } from './free-port';

const NOBODY = 65534;

export interface RunningPostgres {
  /** The URL of a database from which others can be created. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a temporary Postgres on a free port, without fsync.
 *
 * @throws Error when Postgres is not installed
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const binaries = getBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // Postgres refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in owner) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'joinery', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(binaries, 'initdb'), init, { ...owner, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);

  const port = await findFreePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let written = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', () => written.includes('ready to accept connections') && resolve());
    void ended.then(() => reject(new Error(`Postgres exited during its start:\n${written}`)));
  });
  return {
    url: `postgres://joinery@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when Postgres is not installed */
function getBinaries(): string {
  const found = findPostgres();
  if (found !== undefined) return found;
  throw new Error(
    'The tests need Postgres. Install it (Debian: apt-get install postgresql), or set DATABASE_URL to a server ' +
      'where tests may create databases.',
  );
}
