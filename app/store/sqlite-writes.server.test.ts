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
