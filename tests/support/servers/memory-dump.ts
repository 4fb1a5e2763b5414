import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';

const PRELOAD = fileURLToPath(new URL('./dump-memory.mjs', import.meta.url));

type Moment = 'taken' | 'later';

/** A folder for what a server under test can reach in its memory. The server has to be started with `nodeOptions` and `env`. */
export function makeMemoryDump() {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-memory-'));
  return {
    folder,
    nodeOptions: `--import ${PRELOAD}`,
    env: { MEMORY_DUMP: folder },
    /** Dumps what can be reached now, and resolves when it is written. */
    async dump(pid: number): Promise<void> {
      process.kill(pid, 'SIGUSR2');
      await vi.waitUntil(() => existsSync(join(folder, 'later.heap')), { timeout: 60_000, interval: 100 });
    },
    /** Which of the texts stand in a dump, in strings or in the bytes of buffers. */
    findIn(moment: Moment, texts: readonly string[]): string[] {
      const [heap, buffers] = ['heap', 'buffers'].map((kind) =>
        readFileSync(join(folder, `${moment}.${kind}`), 'latin1'),
      );
      expect(buffers!.length).toBeGreaterThan(0);
      return texts.filter((text) => heap!.includes(text) || buffers!.includes(text));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
