import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepStatements } from './kept-statements.server';
import { commitWrites } from './sqlite-writes.server';

let folder: string;
let database: Database.Database;
let others: Database.Database;
let prepared: ReturnType<typeof vi.spyOn>;
const open = () => {
  const opened = new Database(join(folder, 'one.db'));
  for (const pragma of ['journal_mode = WAL', 'busy_timeout = 20']) opened.pragma(pragma);
  return opened;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statements-'));
  others = open();
  others.exec('create table t (id integer primary key, v integer); insert into t values (1, 10), (2, 20)');
  database = commitWrites(open());
  prepared = vi.spyOn(database, 'prepare');
});
afterEach(() => {
  for (const one of [database, others]) one.close();
  rmSync(folder, { recursive: true });
});

const READ = 'select * from t where id = ?';
const INSERT = 'insert into t values (?, ?)';

it('prepares a statement once, and what it reads is always what is there', () => {
  const kept = keepStatements(database);
  const read = (id: number) => kept.prepare(READ).all([id]);
  expect([read(1), read(2)]).toEqual([[{ id: 1, v: 10 }], [{ id: 2, v: 20 }]]);
  others.exec('update t set v = 11 where id = 1');
  expect(read(1)).toEqual([{ id: 1, v: 11 }]);
  expect(prepared).toHaveBeenCalledTimes(1);
  // A newer release may migrate the tables meanwhile.
  others.exec("alter table t add column w text; update t set w = 'new'");
  expect(read(1)).toEqual([{ id: 1, v: 11, w: 'new' }]);
  // Nothing that was read holds the file.
  expect(others.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
});

it('lets go of one that failed, and writes on', () => {
  const kept = keepStatements(database);
  const insert = (id: number) => kept.prepare(INSERT).run([id, 0]);
  expect(() => insert(1)).toThrow('UNIQUE');
  expect(insert(3)).toMatchObject({ changes: 1 });
  expect(insert(4)).toMatchObject({ changes: 1 });
  others.exec('begin immediate');
  expect(() => insert(5)).toThrow('locked');
  others.exec('rollback');
  insert(6);
  expect(others.prepare('select id from t where id > 2 order by id').all()).toEqual([{ id: 3 }, { id: 4 }, { id: 6 }]);
});

it('gives each iterator a statement of its own', () => {
  const kept = keepStatements(database);
  const all = 'select id from t order by id';
  kept.prepare(all).all([]);
  const [first, second] = [kept.prepare(all).iterate([]), kept.prepare(all).iterate([])];
  expect([first.next().value, second.next().value, first.next().value, kept.prepare(all).all([])]).toEqual([
    { id: 1 },
    { id: 1 },
    { id: 2 },
    [{ id: 1 }, { id: 2 }],
  ]);
});

it('keeps no more than it should', () => {
  const kept = keepStatements(database);
  const read = (value: number) => kept.prepare(`select ${value} as value`).all([]);
  for (let value = 0; value <= 300; value++) read(value);
  prepared.mockClear();
  expect(read(300)).toEqual([{ value: 300 }]);
  expect(prepared).not.toHaveBeenCalled();
  expect(read(0)).toEqual([{ value: 0 }]);
  expect(prepared).toHaveBeenCalledTimes(1);
});
