import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { DISTINCT_SLICES, HOUR, openTestSessions, SECRET, state, VISITOR } from '~tests/servers/test-sessions';
import type { EndedAs } from '~/journeys/join-state';
import type { SessionState } from '~/journeys/current-sign-up';
import type { Renewal } from './session-store.server';

let test: Awaited<ReturnType<typeof openTestSessions>>;
beforeEach(async () => {
  test = await openTestSessions();
});
afterEach(() => test.close());

const find = async (id: string) => (await test.sessions.find(id))?.data;

describe('an id', () => {
  it('has at least 128 random bits', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => test.sessions.begin(state())));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(Buffer.from(id, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
    // No byte is constant, so no part is a counter or a date.
    const bytes = ids.map((id) => Buffer.from(id, 'base64url'));
    bytes[0]!.forEach((_byte, at) => expect(new Set(bytes.map((each) => each[at])).size).toBeGreaterThan(1));
  });

  it('is stored only as a hash', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const rows = await test.rows();
    expect(rows.map((row) => row.id)).toEqual([createHash('sha256').update(id).digest('base64url')]);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(await find(rows[0]!.id)).toBeUndefined();
  });

  it('finds nothing if it was never issued', async () => {
    await test.sessions.begin(state({ redirectUrl: '/home' }));
    expect(await find('made-up')).toBeUndefined();
    expect(await find('')).toBeUndefined();
  });
});

describe('the data', () => {
  it('is returned unchanged', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: "/Zoë O'Neil", failedKey: '東京' }));
    expect(await find(id)).toEqual(state({ redirectUrl: "/Zoë O'Neil", failedKey: '東京' }));
  });

  it('is encrypted in the store', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: 'canary-one' }));
    await test.sessions.update((await test.sessions.find(id))!, { failedKey: 'canary-two' });
    const files = await test.everythingKept();
    // Proves that the search finds unencrypted data.
    expect(files.some((text) => text.includes('2026-03-01T12:00:00.000Z'))).toBe(true);
    for (const text of files) expect(text).not.toContain('canary-');
  });

  it('does not open after tampering', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const [row] = await test.rows();
    const flipped = row!.data.slice(0, -2) + (row!.data.endsWith('AA') ? 'BB' : 'AA');
    await test.db.updateTable('sessions').set({ data: flipped }).execute();
    await expect(test.sessions.find(id)).rejects.toThrow();
  });
});

describe('time', () => {
  it('ends a session after two idle hours', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    test.pass(2 * HOUR - 1);
    expect(await find(id)).toEqual(state({ redirectUrl: '/home' }));
    test.pass(1);
    expect(await find(id)).toBeUndefined();
  });

  it('restarts the two hours with every touch and change, up to 24 hours', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    for (let hour = 1; hour < 24; hour += 1) {
      test.pass(HOUR);
      const record = await test.sessions.find(id);
      expect(record, `after ${hour} hours`).toBeDefined();
      await (hour % 2 === 0
        ? test.sessions.touch(record!)
        : test.sessions.update(record!, { failedKey: String(hour) }));
    }
    test.pass(HOUR - 1);
    expect(await find(id)).toBeDefined();
    test.pass(1);
    expect(await find(id)).toBeUndefined();
  });

  it('purges only expired sessions', async () => {
    const old = await test.sessions.begin(state({ redirectUrl: '/old' }));
    test.pass(HOUR);
    const young = await test.sessions.begin(state({ redirectUrl: '/young' }));
    test.pass(HOUR);
    expect(await test.sessions.purge(test.now())).toBe(1);
    expect([await find(old), await find(young)]).toEqual([undefined, state({ redirectUrl: '/young' })]);
    expect(await test.rows()).toHaveLength(1);
    expect(await test.sessions.purge(test.now())).toBe(0);
  });
});

describe('concurrent requests', () => {
  it('keep the changes of two requests', async () => {
    const id = await test.sessions.begin(state());
    const [one, other] = [await test.sessions.find(id), await test.sessions.find(id)];
    await Promise.all([
      test.sessions.update(one!, { redirectUrl: '/home' }),
      test.sessions.update(other!, { failedKey: 'key-1' }),
    ]);
    expect(await find(id)).toEqual(state({ redirectUrl: '/home', failedKey: 'key-1' }));
  });

  it('keep the changes of any number of requests', async () => {
    const id = await test.sessions.begin(state());
    const record = (await test.sessions.find(id))!;
    await Promise.all(DISTINCT_SLICES.map((slice) => test.sessions.update(record, slice)));
    expect(await find(id)).toEqual(Object.assign(state(), ...DISTINCT_SLICES));
  });

  it('do not restore a removed slice', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home', failedKey: 'key-1' }));
    const [one, other] = [await test.sessions.find(id), await test.sessions.find(id)];
    await test.sessions.update(one!, { failedKey: undefined });
    await test.sessions.update(other!, { redirectUrl: '/cases' });
    expect(await find(id)).toEqual(state({ redirectUrl: '/cases' }));
  });

  it('do not restore a replaced value with a touch', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { replaceWith: state({ failedKey: 'key-1' }) });
    await test.sessions.touch(stale);
    expect(await find(id)).toEqual(state({ failedKey: 'key-1' }));
  });

  it('do not change a finished session', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { replaceWith: state({ finished: true }) });
    await test.sessions.update(stale, { failedKey: 'key-1' });
    await test.sessions.update(stale, { replaceWith: state({ redirectUrl: '/home' }) });
    expect(await find(id)).toEqual(state({ finished: true }));
  });

  describe('of a parent and a professional', () => {
    const answered = { proKey: 'answered' };

    async function finishBeside(data: SessionState) {
      const id = await test.sessions.begin(data);
      const stale = (await test.sessions.find(id))!;
      await test.sessions.update(stale, { replaceWith: state({ finished: true }) });
      return { id, stale };
    }

    it('keep what the professional answers while the receipt ends the parent’s sign-up', async () => {
      const { id, stale } = await finishBeside(state({ redirectUrl: '/home' }));
      expect(await test.sessions.update(stale, { ...answered, failedKey: 'key-1' })).toBe(true);
      expect(await find(id)).toEqual(state({ finished: true, ...answered }));
    });

    it('give the professional’s answers a new id meanwhile', async () => {
      const { id, stale } = await finishBeside(state({ redirectUrl: '/home' }));
      const renewal: Renewal = { to: 'next', endedAs: 'professional' };
      expect(await test.sessions.renew(stale, answered, renewal)).toBe('next');
      expect([await find(id), await find('next')]).toEqual([undefined, state({ finished: true, ...answered })]);
    });

    it('do not restore earlier answers of the professional with a parent’s restart', async () => {
      const id = await test.sessions.begin(state({ proKey: 'earlier', proFailure: 'taken' as never }));
      const stale = (await test.sessions.find(id))!;
      await test.sessions.update(stale, { ...answered, proFailure: undefined });
      await test.sessions.update(stale, { replaceWith: { ...stale.data, redirectUrl: '/home' } });
      expect(await find(id)).toEqual(state({ redirectUrl: '/home', ...answered }));
    });
  });

  it('do not reopen an ended session', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const record = (await test.sessions.find(id))!;
    await test.sessions.remove([id], VISITOR);
    expect(await test.sessions.update(record, { failedKey: 'key-1' })).toBe(false);
    expect(await test.rows()).toEqual([]);
  });
});

describe('a new id', () => {
  const OTHER = 'another browser';
  const renewal = (to: string, usedUp?: string): Renewal => ({ to, endedAs: 'paid', usedUp });

  it('has old and new data, while the old id keeps only its end and permitted data', async () => {
    const registration = { signupId: 'signup', registrationKey: 'key' };
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    test.pass(HOUR);
    const record = (await test.sessions.find(id))!;
    expect(await test.sessions.renew(record, { registration }, renewal('next'))).toBe('next');
    expect(await test.sessions.find('next')).toMatchObject({
      data: state({ redirectUrl: '/home', registration }),
      createdAt: record.createdAt,
    });
    expect([await find(id), await test.sessions.endOf(id)]).toEqual([undefined, 'paid']);
    const ended = (await test.rows()).find(({ ended_as }) => ended_as !== null)!;
    const sealing = createSealing([SECRET], 'session');
    expect(sealing.open(ended.data)).toBe(JSON.stringify({ registration }));
    expect([await test.sessions.leftAt(id), await test.sessions.leftAt(id, OTHER)]).toEqual([
      { registration },
      undefined,
    ]);
  });

  it('replaces the old one, whose end is recorded for a day', async () => {
    const id = await test.sessions.begin(state());
    await test.sessions.renew((await test.sessions.find(id))!, { redirectUrl: '/home' }, renewal('next'));
    test.pass(24 * HOUR - 1);
    expect(await test.sessions.endOf(id)).toBe('paid');
    test.pass(1);
    expect(await test.sessions.endOf(id)).toBeUndefined();
  });

  it('lets a repeated post follow the old one for ten seconds, unless a clock or the lifetime was set back', async () => {
    const id = await test.sessions.begin(state());
    await test.sessions.renew((await test.sessions.find(id))!, { redirectUrl: '/home' }, renewal('next'));
    const isFollowed = async () => test.sessions.findAll([id], VISITOR);
    expect(await isFollowed()).toMatchObject([{ isRecent: true }]);
    // Another process, whose clock is behind, reads the row.
    test.pass(-9_999);
    expect(await isFollowed()).toMatchObject([{ isRecent: true }]);
    test.pass(-1);
    expect(await isFollowed()).toMatchObject([{ isRecent: false }]);
    test.pass(19_999);
    expect(await isFollowed()).toMatchObject([{ isRecent: true }]);
    test.pass(1);
    expect(await isFollowed()).toMatchObject([{ isRecent: false }]);
    const byEarlierSetting = new Date(test.now().getTime() + 168 * HOUR).toISOString();
    await test.db
      .updateTable('sessions')
      .set({ expires_at: byEarlierSetting })
      .where('ended_as', 'is not', null)
      .execute();
    expect(await isFollowed()).toMatchObject([{ isRecent: false }]);
  });

  it('replaces the id of an invite in every browser, and creates one session for repeated posts', async () => {
    const create = () => test.sessions.create(state({ redirectUrl: '/home' }), VISITOR, 'next', 'invite');
    expect([await create(), await create(), (await test.rows()).length]).toEqual([true, false, 2]);
    expect([await test.sessions.endOf('invite'), await test.sessions.endOf('invite', OTHER)]).toEqual([
      'invite',
      'invite',
    ]);
  });

  it('is shared by concurrent posts, and keeps intermediate changes', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.update((await test.sessions.find(id))!, { failedKey: 'key-1' });
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => test.sessions.renew(stale, { finished: undefined }, renewal('next'))),
    );
    expect(ids).toEqual(Array(8).fill('next'));
    expect(await find('next')).toEqual(state({ redirectUrl: '/home', failedKey: 'key-1' }));
    expect(await test.rows()).toHaveLength(2);
  });

  it.each([true, false])('keeps the other request’s change if one yields (first: %s)', async (isFirst) => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const record = (await test.sessions.find(id))!;
    const yielding = () =>
      test.sessions.renew(record, { failedKey: '' }, { ...renewal('next'), replaces: () => false });
    if (isFirst) await yielding();
    await test.sessions.renew(record, { failedKey: 'key-1' }, renewal('next'));
    if (!isFirst) expect(await yielding()).toBe('next');
    expect(await find('next')).toEqual(state({ redirectUrl: '/home', failedKey: 'key-1' }));
  });

  it.each<[EndedAs, EndedAs, string | undefined]>([
    ['left', 'paid', 'next'],
    ['invite', 'paying', 'next'],
    ['invite', 'complete', 'next'],
    ['professional', 'paid', 'next'],
    ['left', 'professional', undefined],
    ['paid', 'paid', undefined],
  ])('of a session that ended as %s is made for %s: %s', async (endedAs, as, made) => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.renew(stale, { replaceWith: state() }, { to: 'other', endedAs });
    expect(await test.sessions.renew(stale, { failedKey: 'key-1' }, { to: 'next', endedAs: as })).toBe(made);
    expect(await find('next')).toEqual(made && state({ redirectUrl: '/home', failedKey: 'key-1' }));
    expect(await find('other')).toEqual(state());
  });

  it('keeps no answers of a professional who completed their sign-up during the payment', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home', proKey: 'key' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.renew(stale, { proKey: undefined }, { to: 'other', endedAs: 'professional' });
    expect(await test.sessions.renew(stale, { failedKey: 'key-1' }, { to: 'next', endedAs: 'paid' })).toBe('next');
    expect(await find('next')).toEqual(state({ redirectUrl: '/home', failedKey: 'key-1' }));
  });

  it.each<[EndedAs, number, string | undefined]>([
    ['paid', 2 * HOUR, 'next'],
    ['complete', 2 * HOUR, 'next'],
    ['professional', 2 * HOUR, undefined],
    // Exit deleted the row.
    ['paid', 2 * HOUR - 1, undefined],
  ])('is made for %s %i ms after the last extension of a deleted session: %s', async (endedAs, ms, made) => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    test.pass(ms);
    if (made === undefined) await test.sessions.remove([id], VISITOR);
    else expect(await test.sessions.purge(test.now())).toBe(1);
    expect(await test.sessions.renew(stale, { failedKey: 'key-1' }, { to: 'next', endedAs })).toBe(made);
    expect(await find('next')).toEqual(made && state({ redirectUrl: '/home', failedKey: 'key-1' }));
  });

  it('is not replaced by a post from another page', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    const ids = await Promise.all(
      ['one', 'other'].map((to) => test.sessions.renew(stale, { failedKey: to }, renewal(to))),
    );
    expect(ids.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await test.rows()).toHaveLength(2);
  });

  it('ignores late requests, which neither fail nor restore the old session', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.renew(stale, { failedKey: 'key-1' }, renewal('next'));
    const before = await test.rows();
    expect(await test.sessions.update(stale, { redirectUrl: '/other' })).toBe(false);
    expect(await test.sessions.update(stale, { replaceWith: state({ redirectUrl: '/other' }) })).toBe(false);
    await test.sessions.touch(stale);
    expect(await test.rows()).toEqual(before);
  });

  it('is not created if the session has ended meanwhile', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const stale = (await test.sessions.find(id))!;
    await test.sessions.remove([id], VISITOR);
    expect(await test.sessions.renew(stale, { failedKey: 'key-1' }, renewal('next'))).toBeUndefined();
    expect(await test.rows()).toEqual([]);
  });

  it('is stored completely or not at all', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const record = (await test.sessions.find(id))!;
    // This row violates a constraint.
    const broken = { ...renewal('next'), to: null as unknown as string };
    await expect(test.sessions.renew(record, { failedKey: 'key-1' }, broken)).rejects.toThrow();
    expect(await find(id)).toEqual(state({ redirectUrl: '/home' }));
  });
});

describe('a session of one browser', () => {
  const OTHER = 'another browser';

  it('cannot be read or ended by another browser', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    expect(await test.sessions.find(id, OTHER)).toBeUndefined();
    await test.sessions.remove([id], OTHER);
    expect(await find(id)).toEqual(state({ redirectUrl: '/home' }));
    expect(JSON.stringify(await test.rows())).not.toContain(VISITOR);
  });

  it('is removed even if what must outlive it cannot be stored', async () => {
    const id = await test.sessions.begin(state({ redirectUrl: '/home' }));
    const full = new Error('the disk is full');
    await expect(test.sessions.remove([id], VISITOR, () => Promise.reject(full))).rejects.toBe(full);
    expect(await test.rows()).toEqual([]);
  });
});
