import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from './server-under-test';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port where a worker requests its server. */
    sharedServersPort: number;
  }
}

/** The data with which a worker uses its server. */
export interface SharedServer {
  url: string;
  adminUrl: string;
  pid: number;
  dataDir: string;
  outputFile: string;
}

/** Runs one demo per worker, which its test files share. Each starts when a worker first requests it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-shared-'));
  const started = new Map<string, ReturnType<typeof startShared>>();
  const keeper = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').once('data', (worker: string) => {
      const starting = started.get(worker) ?? startShared(join(folder, `${worker}.log`));
      started.set(worker, starting);
      starting.then(
        ({ shared }) => socket.end(JSON.stringify(shared)),
        (error: unknown) => socket.destroy(error as Error),
      );
    });
  });
  await new Promise<void>((resolve) => keeper.listen(0, '127.0.0.1', resolve));
  project.provide('sharedServersPort', (keeper.address() as AddressInfo).port);
  return async () => {
    keeper.close();
    const codes = await Promise.all([...started.values()].map(async (starting) => (await starting).server.stop()));
    rmSync(folder, { recursive: true });
    if (codes.every((code) => code === 0)) return;
    // Vitest prints the error of a teardown, but would exit with 0.
    process.exitCode = 1;
    throw new Error(`The shared servers exited with ${codes.join(', ')}`);
  };
}

async function startShared(outputFile: string) {
  const server = await startServer({ outputFile });
  const { url, adminUrl, pid, dataDir } = server;
  const shared: SharedServer = { url, adminUrl, pid, dataDir, outputFile };
  return { server, shared };
}
