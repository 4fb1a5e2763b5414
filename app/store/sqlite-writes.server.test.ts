import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitWrites } from './sqlite-writes.server';

let folder: string;
let ours: Database.Database;
let others: Database.Database;
const open = () => {
  const database = new Database(join(folder, 'one.db'));
  for (const pragma of ['journal_mode = WAL', 'busy_timeout = 20']) database.pragma(pragma);
  return database;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writes-'));
  ours = commitWrites(open());
  others = open();
  ours.exec('create table t (id integer primary key, v integer); insert into t values (1, 0)');
});
afterEach(() => {
  for (const database of [ours, others]) database.close();
  rmSync(folder, { recursive: true });
});

const seenByOthers = () => (others.prepare('select v from t where id = 1').get() as { v: number }).v;

describe('a locked file', () => {
  it.each([
    ['an update', () => ours.prepare('update t set v = 1').run()],
    ['an update that returns rows', () => ours.prepare('update t set v = 1 returning v').all()],
    ['a transaction', () => ours.prepare('begin immediate').run()],
    ['a change of the tables', () => ours.prepare('create table u (id integer)').run()],
  ])('rejects %s, and commits later writes', (_name, write) => {
    others.exec('begin immediate');
    expect(write).toThrow('locked');
    others.exec('rollback');
    ours.prepare('update t set v = ? where id = ?').run(2, 1);
    expect([seenByOthers(), ours.inTransaction]).toEqual([2, false]);
    // Other connections can still write.
    others.exec('update t set v = 3');
    expect(ours.prepare('select v from t').all()).toEqual([{ v: 3 }]);
  });
});

it('rolls back a failed statement, and leaves no open transaction', () => {
  expect(() => ours.prepare('insert into t values (2, 0), (1, 0)').run()).toThrow('UNIQUE');
  expect([ours.inTransaction, ours.prepare('select count(*) as n from t').all()]).toEqual([false, [{ n: 1 }]]);
});

it('commits or rolls back a transaction as a whole', () => {
  ours.prepare('begin immediate').run();
  ours.prepare('update t set v = 5').run();
  expect([seenByOthers(), ours.inTransaction]).toEqual([0, true]);
  ours.prepare('commit').run();
  expect(seenByOthers()).toBe(5);
  ours.transaction(() => ours.prepare('update t set v = 6').run())();
  expect(seenByOthers()).toBe(6);
  ours.prepare('begin immediate').run();
  ours.prepare('update t set v = 7 returning v').all();
  ours.prepare('rollback').run();
  expect(seenByOthers()).toBe(6);
});

describe('a repeated statement', () => {
  const READ = 'select v from t where id = ?';

  it('is prepared once, with the values of each call', () => {
    expect(ours.prepare(READ)).toBe(ours.prepare(READ));
    expect([ours.prepare(READ).all(1), ours.prepare(READ).all(2)]).toEqual([[{ v: 0 }], []]);
  });

  it('is prepared again after it failed', () => {
    const failing = ours.prepare('insert into t values (?, 0)');
    expect(() => failing.run(1)).toThrow('UNIQUE');
    expect(ours.prepare('insert into t values (?, 0)')).not.toBe(failing);
  });

  it('follows a change of the table', () => {
    ours.prepare('select * from t').all();
    ours.exec('alter table t add column w integer');
    expect(ours.prepare('select * from t').all()).toEqual([{ id: 1, v: 0, w: null }]);
  });

  it('is forgotten after 200 others', () => {
    const first = ours.prepare(READ);
    for (let other = 0; other < 200; other += 1) ours.prepare(`select ${other}`);
    expect(ours.prepare(READ)).not.toBe(first);
  });

  it('keeps no lock between its calls', () => {
    ours.prepare(READ).all(1);
    others.exec('update t set v = 3');
    expect(others.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
    expect(ours.prepare(READ).all(1)).toEqual([{ v: 3 }]);
  });
});
