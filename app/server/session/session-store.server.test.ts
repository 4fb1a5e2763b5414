import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, openTestSessions } from '~tests/servers/test-sessions';

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
    await test.sessions.remove(id);
    await expect(test.sessions.update(record, { city: 'Duluth' })).rejects.toThrow('ended');
    expect(await test.rows()).toEqual([]);
  });
});
