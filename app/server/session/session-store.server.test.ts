import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { HOUR, openTestSessions, SECRET, VISITOR } from '~tests/servers/test-sessions';
import type { Renewal } from './session-store.server';

let test: Awaited<ReturnType<typeof openTestSessions>>;
beforeEach(async () => {
  test = await openTestSessions();
});
afterEach(() => test.close());

const find = async (id: string) => (await test.sessions.find(id))?.data;

describe('an id', () => {
  it('is at least 128 random bits', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => test.sessions.create({})));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(Buffer.from(id, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    // No position is the same everywhere: nothing of it is counted or dated.
    const bytes = ids.map((id) => Buffer.from(id, 'base64url'));
    bytes[0]!.forEach((_byte, at) => expect(new Set(bytes.map((each) => each[at])).size).toBeGreaterThan(1));
  });

  it('is stored as a hash only', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const rows = await test.rows();
    expect(rows.map((row) => row.id)).toEqual([createHash('sha256').update(id).digest('base64url')]);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(await find(rows[0]!.id)).toBeUndefined();
  });

  it('that was never issued finds nothing', async () => {
    await test.sessions.create({ name: 'Ann' });
    expect(await find('made-up')).toBeUndefined();
    expect(await find('')).toBeUndefined();
  });
});

describe('the data', () => {
  it('comes back as it was', async () => {
    const id = await test.sessions.create({ name: "Zoë O'Neil", city: '東京' });
    expect(await find(id)).toEqual({ name: "Zoë O'Neil", city: '東京' });
  });

  it('is encrypted in the store', async () => {
    const id = await test.sessions.create({ name: 'canary-one' });
    await test.sessions.update((await test.sessions.find(id))!, { city: 'canary-two' });
    const files = await test.everythingKept();
    // The search would find what is not sealed.
    expect(files.some((text) => text.includes('2026-03-01T12:00:00.000Z'))).toBe(true);
    for (const text of files) expect(text).not.toContain('canary-');
  });

  it('that was tampered with does not open', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const [row] = await test.rows();
    const flipped = row!.data.slice(0, -2) + (row!.data.endsWith('AA') ? 'BB' : 'AA');
    await test.db.updateTable('sessions').set({ data: flipped }).execute();
    await expect(test.sessions.find(id)).rejects.toThrow();
  });
});

describe('time', () => {
  it('ends a session that was idle for two hours', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    test.pass(2 * HOUR - 1);
    expect(await find(id)).toEqual({ name: 'Ann' });
    test.pass(1);
    expect(await find(id)).toBeUndefined();
  });

  it('starts the two hours again with every touch and every change, until 24 hours are over', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    for (let hour = 1; hour < 24; hour += 1) {
      test.pass(HOUR);
      const record = await test.sessions.find(id);
      expect(record, `after ${hour} hours`).toBeDefined();
      await (hour % 2 === 0 ? test.sessions.touch(record!) : test.sessions.update(record!, { city: String(hour) }));
    }
    test.pass(HOUR - 1);
    expect(await find(id)).toBeDefined();
    test.pass(1);
    expect(await find(id)).toBeUndefined();
  });

  it('purges only expired sessions', async () => {
    const old = await test.sessions.create({ name: 'old' });
    test.pass(HOUR);
    const young = await test.sessions.create({ name: 'young' });
    test.pass(HOUR);
    expect(await test.sessions.purge()).toBe(1);
    expect([await find(old), await find(young)]).toEqual([undefined, { name: 'young' }]);
    expect(await test.rows()).toHaveLength(1);
    expect(await test.sessions.purge()).toBe(0);
  });
});

describe('two requests at once', () => {
  it('both keep what they wrote', async () => {
    const id = await test.sessions.create({});
    const [one, other] = [await test.sessions.find(id), await test.sessions.find(id)];
    await Promise.all([test.sessions.update(one!, { name: 'Ann' }), test.sessions.update(other!, { city: 'Duluth' })]);
    expect(await find(id)).toEqual({ name: 'Ann', city: 'Duluth' });
  });

  it('all keep what they wrote, however many there are', async () => {
    const id = await test.sessions.create({});
    const record = (await test.sessions.find(id))!;
    const slices = Array.from({ length: 12 }, (_, index) => ({ [`slice${index}`]: index }));
    await Promise.all(slices.map((slice) => test.sessions.update(record, slice)));
    expect(await find(id)).toEqual(Object.assign({}, ...slices));
  });

  it('a slice that was removed stays removed', async () => {
    const id = await test.sessions.create({ name: 'Ann', city: 'Duluth' });
    const [one, other] = [await test.sessions.find(id), await test.sessions.find(id)];
    await test.sessions.update(one!, { city: undefined });
    await test.sessions.update(other!, { name: 'Anna' });
    expect(await find(id)).toEqual({ name: 'Anna' });
  });

  it('a touch does not bring back what was replaced', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { replaceWith: { city: 'Duluth' } });
    await test.sessions.touch(stale);
    expect(await find(id)).toEqual({ city: 'Duluth' });
  });

  it('a finished session is not changed by a concurrent request', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { replaceWith: { over: true } });
    await test.sessions.update(stale, { city: 'Duluth' });
    await test.sessions.update(stale, { replaceWith: { name: 'Ann' } });
    expect(await find(id)).toEqual({ over: true });
  });

  it('a session that ended meanwhile stays ended', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const record = (await test.sessions.find(id))!;
    await test.sessions.remove([id], VISITOR);
    expect(await test.sessions.update(record, { city: 'Duluth' })).toBe(false);
    expect(await test.rows()).toEqual([]);
  });
});

describe('a new id', () => {
  const OTHER = 'another browser';
  const renewal = (to: string, usedUp?: string): Renewal => ({ to, endedAs: 'paid', usedUp });

  it('has what was there and what is new; the old one says in a word what became of it, and keeps what it may', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    test.pass(HOUR);
    const record = (await test.sessions.find(id))!;
    expect(await test.sessions.renew(record, { city: 'Duluth' }, renewal('next'))).toBe('next');
    expect(await test.sessions.find('next')).toMatchObject({
      data: { name: 'Ann', city: 'Duluth' },
      createdAt: record.createdAt,
    });
    expect([await find(id), await test.sessions.endOf(id)]).toEqual([undefined, 'paid']);
    const ended = (await test.rows()).find(({ ended_as }) => ended_as !== null)!;
    const sealing = createSealing([SECRET], 'session');
    expect(sealing.open(ended.data)).toBe('{"city":"Duluth"}');
    expect([await test.sessions.leftAt(id), await test.sessions.leftAt(id, OTHER)]).toEqual([
      { city: 'Duluth' },
      undefined,
    ]);
  });

  it('outlives the old one, which says so for a day', async () => {
    const id = await test.sessions.create({});
    await test.sessions.renew((await test.sessions.find(id))!, { name: 'Ann' }, renewal('next'));
    test.pass(24 * HOUR - 1);
    expect(await test.sessions.endOf(id)).toBe('paid');
    test.pass(1);
    expect(await test.sessions.endOf(id)).toBeUndefined();
  });

  it('uses up the id of an invite for every browser, and makes no second session of the same press', async () => {
    const first = await test.sessions.create({ name: 'Ben' }, VISITOR, renewal('next', 'invite'));
    const again = await test.sessions.create({ name: 'Ben' }, VISITOR, renewal('next', 'invite'));
    expect([first, again, (await test.rows()).length]).toEqual(['next', 'next', 2]);
    expect([await test.sessions.endOf('invite'), await test.sessions.endOf('invite', OTHER)]).toEqual([
      'invite',
      'invite',
    ]);
  });

  it('is one for all who press at once, and keeps what a request wrote in between', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { city: 'Duluth' });
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => test.sessions.renew(stale, { over: undefined }, renewal('next'))),
    );
    expect(ids).toEqual(Array(8).fill('next'));
    expect(await find('next')).toEqual({ name: 'Ann', city: 'Duluth' });
    expect(await test.rows()).toHaveLength(2);
  });

  it('is not another one for who presses another page', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    const ids = await Promise.all(['one', 'other'].map((to) => test.sessions.renew(stale, { city: to }, renewal(to))));
    expect(ids.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await test.rows()).toHaveLength(2);
  });

  it('is left by requests that came before it: none fails, and none brings the old one back', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    await test.sessions.renew(stale, { city: 'Duluth' }, renewal('next'));
    const before = await test.rows();
    expect(await test.sessions.update(stale, { name: 'Eve' })).toBe(false);
    expect(await test.sessions.update(stale, { replaceWith: { name: 'Eve' } })).toBe(false);
    await test.sessions.touch(stale);
    expect(await test.rows()).toEqual(before);
  });

  it('is not given where the session was ended meanwhile', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const stale = (await test.sessions.find(id))!;
    await test.sessions.remove([id], VISITOR);
    expect(await test.sessions.renew(stale, { city: 'Duluth' }, renewal('next'))).toBeUndefined();
    expect(await test.rows()).toEqual([]);
  });

  it('is kept whole or not at all', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    const record = (await test.sessions.find(id))!;
    // No row can bear it.
    const broken = { ...renewal('next'), to: null as unknown as string };
    await expect(test.sessions.renew(record, { city: 'Duluth' }, broken)).rejects.toThrow();
    expect(await find(id)).toEqual({ name: 'Ann' });
  });
});

describe('a session of one browser', () => {
  const OTHER = 'another browser';

  it('is none for another, which can neither read nor end it', async () => {
    const id = await test.sessions.create({ name: 'Ann' });
    expect(await test.sessions.find(id, OTHER)).toBeUndefined();
    await test.sessions.remove([id], OTHER);
    expect(await find(id)).toEqual({ name: 'Ann' });
    expect(JSON.stringify(await test.rows())).not.toContain(VISITOR);
  });
});
