import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { randomUUID } from 'node:crypto';
import Database from 'libsql';
import { percentileOf } from '../report/statistics';

export interface CommitFigures {
  way: string;
  isDurable: boolean;
  /** Milliseconds for which one write blocks the event loop: the median, and the 99th percentile. */
  heldMs: number;
  heldP99Ms: number;
  /** CPU milliseconds per write, of all threads. */
  cpuMs: number;
}

const UPDATE = 'update sessions set data = ?, version = version + 1 where id = ?';
const ROWS = 1_000;
/** The size of a session at Review. */
const DATA_BYTES = 4_000;
const PRAGMAS = ['journal_mode = WAL', 'busy_timeout = 250'];

/** Measures the cost of writing a session, now and with alternatives. */
export async function measureCommits(writes: number): Promise<CommitFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-bench-'));
  const file = join(folder, 'commits.db');
  try {
    const ids = makeRows(file);
    return [
      await commitTogether('one write a commit, as now', 'FULL', 1),
      await commitTogether('four writes a commit', 'FULL', 4),
      await commitTogether('sixteen writes a commit', 'FULL', 16),
      await inThread(),
      await commitTogether('one write a commit, synchronous = NORMAL', 'NORMAL', 1),
    ];

    /** Writes within one turn of the event loop share a commit, and wait for it. */
    async function commitTogether(way: string, synchronous: 'FULL' | 'NORMAL', size: number): Promise<CommitFigures> {
      const db = open(file, synchronous);
      const update = db.prepare(UPDATE);
      const held: number[] = [];
      const cpu = process.cpuUsage();
      for (let done = 0; done < writes; done += size) {
        const begun = performance.now();
        db.exec('begin immediate');
        for (let one = 0; one < size; one++) update.run(...valuesOf(ids, done + one));
        db.exec('commit');
        held.push((performance.now() - begun) / size);
      }
      db.close();
      return { way, isDurable: synchronous === 'FULL', ...figuresOf(held, cpu, writes) };
    }

    async function inThread(): Promise<CommitFigures> {
      const pragmas = [...PRAGMAS, 'synchronous = FULL'];
      const script = fileURLToPath(new URL('commit-worker.mjs', import.meta.url));
      const worker = new Worker(script, { workerData: { file, pragmas, update: UPDATE } });
      const held: number[] = [];
      await new Promise<void>((resolve, reject) => worker.once('online', resolve).once('error', reject));
      const cpu = process.cpuUsage();
      for (let done = 0; done < writes; done++) {
        const written = new Promise((resolve) => worker.once('message', resolve));
        const begun = performance.now();
        worker.postMessage({ id: done, values: valuesOf(ids, done) });
        held.push(performance.now() - begun);
        await written;
      }
      const figures = figuresOf(held, cpu, writes);
      await worker.terminate();
      return { way: 'in a separate thread', isDurable: true, ...figures };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function open(file: string, synchronous: string): Database.Database {
  const db = new Database(file);
  for (const pragma of [...PRAGMAS, `synchronous = ${synchronous}`]) db.pragma(pragma);
  return db;
}

function makeRows(file: string): string[] {
  const db = open(file, 'OFF');
  db.exec('create table sessions (id text primary key, data text not null, version integer not null)');
  const insert = db.prepare('insert into sessions (id, data, version) values (?, ?, 1)');
  const ids = Array.from({ length: ROWS }, () => randomUUID());
  db.exec('begin');
  for (const id of ids) insert.run(id, 'x'.repeat(DATA_BYTES));
  db.exec('commit');
  db.close();
  return ids;
}

function valuesOf(ids: readonly string[], turn: number): [data: string, id: string] {
  return [String(turn).padEnd(DATA_BYTES, 'x'), ids[(turn * 7) % ids.length] ?? ''];
}

function figuresOf(held: readonly number[], since: NodeJS.CpuUsage, writes: number) {
  const { user, system } = process.cpuUsage(since);
  return {
    heldMs: percentileOf(held, 0.5),
    heldP99Ms: percentileOf(held, 0.99),
    cpuMs: (user + system) / 1000 / writes,
  };
}
