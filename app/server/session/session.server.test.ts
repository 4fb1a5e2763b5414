import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changesFirstAnswers, type SessionState } from '~/journeys/current-sign-up';
import { HOUR, openTestSessions, state, VISITOR } from '~tests/servers/test-sessions';
import { Session } from './session.server';

const FRESH = state({ failedKey: 'key-0' });

let test: Awaited<ReturnType<typeof openTestSessions>>;
beforeEach(async () => {
  test = await openTestSessions();
});
afterEach(() => test.close());

/** Opens one request, with or without a cookie. */
async function open(id?: string, successorOf?: (id: string) => string): Promise<Session> {
  const record = id === undefined ? undefined : await test.sessions.find(id);
  return new Session({
    store: test.sessions,
    fresh: FRESH,
    visitorId: VISITOR,
    record,
    expired: id !== undefined && record === undefined ? ['parent'] : undefined,
    cookieId: id,
    ...(successorOf && { successorOf }),
  });
}

const openWithSuccessor = (id: string) => open(id, (from) => `after ${from}`);

/** Sends a request with this change. @returns the new id */
async function start(change: Partial<SessionState>): Promise<string> {
  const session = await open();
  session.update(change);
  const answer = await session.commit(test.clock.now());
  if (!answer || !('setId' in answer)) throw new Error('No session was made');
  return answer.setId;
}

describe('a visitor who has entered nothing', () => {
  it('has no state, no row and no cookie', async () => {
    const session = await open();
    expect([session.state, session.hasExpired('parent')]).toEqual([undefined, false]);
    expect(await session.commit(test.clock.now())).toBeUndefined();
    expect(await test.rows()).toEqual([]);
  });

  it('gets state, row and cookie with the first change', async () => {
    const id = await start({ redirectUrl: '/home' });
    expect((await open(id)).state).toEqual(state({ redirectUrl: '/home', failedKey: 'key-0' }));
    expect(await test.rows()).toHaveLength(1);
  });
});

describe('a request', () => {
  it('writes nothing before it is committed', async () => {
    const id = await start({ redirectUrl: '/home' });
    const session = await open(id);
    expect(session.update({ redirectUrl: '/cases' })).toEqual(state({ redirectUrl: '/cases', failedKey: 'key-0' }));
    expect((await open(id)).state?.redirectUrl).toBe('/home');
    expect(await session.commit(test.clock.now())).toBeUndefined();
    expect((await open(id)).state?.redirectUrl).toBe('/cases');
  });

  it('writes once for several changes', async () => {
    const id = await start({ redirectUrl: '/home' });
    const update = vi.spyOn(test.sessions, 'update');
    const session = await open(id);
    session.update({ redirectUrl: '/cases' });
    session.update({ failedKey: 'key-1' });
    await session.commit(test.clock.now());
    expect(update).toHaveBeenCalledOnce();
    expect((await open(id)).state).toEqual(state({ redirectUrl: '/cases', failedKey: 'key-1' }));
  });

  it('writes nothing if it only reads', async () => {
    const id = await start({ redirectUrl: '/home' });
    const [before] = await test.rows();
    await (await open(id)).commit(test.clock.now());
    expect(await test.rows()).toEqual([before]);
  });

  it('extends the session only after five minutes, and keeps its version', async () => {
    const id = await start({ redirectUrl: '/home' });
    const [before] = await test.rows();
    test.pass(5 * 60_000);
    await (await open(id)).commit(test.clock.now());
    expect(await test.rows()).toEqual([before]);
    test.pass(1);
    await (await open(id)).commit(test.clock.now());
    const [after] = await test.rows();
    expect(Date.parse(after!.expires_at) - Date.parse(before!.expires_at)).toBe(5 * 60_000 + 1);
    expect(after!.version).toBe(before!.version);
  });

  it('shows the page if the store cannot extend its session', async () => {
    const id = await start({ redirectUrl: '/home' });
    const full = new Error('the disk is full');
    test.pass(5 * 60_000 + 1);
    const record = (await test.sessions.find(id))!;
    const store = { ...test.sessions, touch: () => Promise.reject(full) };
    const session = new Session({ store, fresh: FRESH, visitorId: VISITOR, record, cookieId: id });
    expect([await session.commit(test.clock.now()), session.keepError]).toEqual([undefined, full]);
  });

  it('shows the page if the store cannot extend a session of both people', async () => {
    const id = await start({ proKey: 'key', registration: { signupId: 's', registrationKey: 'k' } });
    const full = new Error('the disk is full');
    test.pass(10 * 60_000);
    const record = (await test.sessions.find(id))!;
    const store = { ...test.sessions, update: () => Promise.reject(full) };
    const session = new Session({ store, fresh: FRESH, visitorId: VISITOR, person: 'parent', record, cookieId: id });
    expect([await session.commit(test.clock.now()), session.keepError]).toEqual([undefined, full]);
  });

  it('shows the page if the store cannot remove the expired answers of one person', async () => {
    const id = await start({ proKey: 'key', registration: { signupId: 's', registrationKey: 'k' } });
    const full = new Error('the disk is full');
    const record = { ...(await test.sessions.find(id))!, data: state({ proKey: 'key' }), isOutdated: true };
    const commitTo = async (store: typeof test.sessions) => {
      const session = new Session({ store, fresh: FRESH, visitorId: VISITOR, record, cookieId: id });
      return [await session.commit(test.clock.now()), session.keepError];
    };
    expect(await commitTo({ ...test.sessions, update: () => Promise.reject(full) })).toEqual([undefined, full]);
    expect(await commitTo(test.sessions)).toEqual([undefined, undefined]);
    expect((await open(id)).state).toEqual(state({ proKey: 'key' }));
  });

  it.each([5, 9])(
    'leaves time for the reminder of an idle time of %i minutes at each view',
    async (joinIdleMinutes) => {
      await test.close();
      test = await openTestSessions({ joinIdleMinutes });
      const id = await start({ redirectUrl: '/home' });
      const half = (joinIdleMinutes / 2) * 60_000;
      for (let view = 0; view < 5; view += 1) {
        test.pass(half * 1.1);
        const session = await open(id);
        const kept = session.keptAfter(test.clock.now(), 'parent')!;
        expect(kept.atLeast.getTime() - test.clock.now().getTime()).toBeGreaterThan(half);
        await session.commit(test.clock.now());
      }
    },
  );
});

describe('reset', () => {
  it('removes the old data, and concurrent changes', async () => {
    const id = await start({ redirectUrl: '/home' });
    const session = await open(id);
    const other = await open(id);
    other.update({ failedKey: 'key-1' });
    await other.commit(test.clock.now());
    session.reset(state({ failedKey: 'key-2' }));
    await session.commit(test.clock.now());
    expect((await open(id)).state).toEqual(state({ failedKey: 'key-2' }));
  });

  it('can be followed by new data in the same request', async () => {
    const id = await start({ redirectUrl: '/home' });
    const session = await open(id);
    session.reset(state());
    session.update({ failedKey: 'key-1' });
    await session.commit(test.clock.now());
    expect((await open(id)).state).toEqual(state({ failedKey: 'key-1' }));
  });
});

describe('a second, concurrent request', () => {
  it.each<[string, (session: Session) => void]>([
    ['starts again', (session) => session.reset(state({ redirectUrl: '/other' }))],
    ['writes something', (session) => session.update({ redirectUrl: '/other' })],
    ['writes nothing', () => undefined],
  ])('gets the new id of the accepted request, and changes nothing, if it %s', async (_what, act) => {
    const id = await start({ redirectUrl: '/home' });
    const [accepted, late] = [await openWithSuccessor(id), await openWithSuccessor(id)];
    accepted.renewId('complete');
    accepted.update({ failedKey: 'key-1' });
    act(late);
    expect(await accepted.commit(test.clock.now())).toEqual({ setId: `after ${id}` });
    expect(await late.commit(test.clock.now())).toEqual({ setId: `after ${id}` });
    expect((await open(`after ${id}`)).state).toEqual(state({ redirectUrl: '/home', failedKey: 'key-1' }));
  });
});

describe('a press of the page that began the session', () => {
  /** Opens a post of that page without a cookie. */
  const press = async (begunAt: number, change: Partial<SessionState>) => {
    const session = new Session({
      store: test.sessions,
      fresh: FRESH,
      visitorId: VISITOR,
      record: await test.sessions.find('first'),
      firstId: 'first',
      begunAt,
      replacesFirst: changesFirstAnswers,
    });
    session.update(change);
    return session;
  };

  it('is kept if an earlier press ends later', async () => {
    const [earlier, later] = [await press(1, { redirectUrl: '/a' }), await press(2, { redirectUrl: '/b' })];
    for (const one of [later, earlier]) expect(await one.commit(test.clock.now())).toEqual({ setId: 'first' });
    expect((await open('first')).state?.redirectUrl).toBe('/b');
    expect([later.dropped, earlier.dropped?.redirectUrl]).toEqual([undefined, '/a']);
  });

  it('is kept if it found the session that a press before both began', async () => {
    const [first, second] = [await press(1, { redirectUrl: '/a' }), await press(2, { redirectUrl: '/b' })];
    await first.commit(test.clock.now());
    await (await press(3, { redirectUrl: '/c' })).commit(test.clock.now());
    await second.commit(test.clock.now());
    expect((await open('first')).state?.redirectUrl).toBe('/c');
  });

  it('replaces an earlier one', async () => {
    const [earlier, later] = [await press(1, { redirectUrl: '/a' }), await press(2, { redirectUrl: '/b' })];
    for (const one of [earlier, later]) await one.commit(test.clock.now());
    expect((await open('first')).state?.redirectUrl).toBe('/b');
    expect([earlier.dropped, later.dropped?.redirectUrl]).toEqual([undefined, '/a']);
  });

  it('replaces only an expired session that is not purged yet', async () => {
    const [expired, again] = [await press(1, { redirectUrl: '/a' }), await press(2, { failedKey: 'key-1' })];
    await expired.commit(test.clock.now());
    test.pass(2 * HOUR - 1);
    expect(await test.sessions.create(FRESH, VISITOR, 'first')).toBe(false);
    test.pass(1);
    expect(await again.commit(test.clock.now())).toEqual({ setId: 'first' });
    expect((await open('first')).state).toEqual(state({ failedKey: 'key-1', begunAt: 2 }));
    expect(again.dropped).toBeUndefined();
  });
});

describe('the end of a session', () => {
  it('deletes the row and the cookie', async () => {
    const session = await open(await start({ redirectUrl: '/home' }));
    session.end();
    expect(session.state).toBeUndefined();
    expect(await session.commit(test.clock.now())).toEqual({ clear: true });
    expect(await test.rows()).toEqual([]);
  });

  it('deletes the cookie of an expired session, and a later change creates a new session', async () => {
    const id = await start({ redirectUrl: '/home' });
    test.pass(2 * HOUR);
    const late = await open(id);
    expect([late.hasExpired('parent'), late.hasExpired('professional'), late.state]).toEqual([true, false, undefined]);
    late.end();
    expect(await late.commit(test.clock.now())).toEqual({ clear: true });

    const typing = await open(id);
    typing.update({ redirectUrl: '/cases' });
    const answer = await typing.commit(test.clock.now());
    expect(answer).toEqual({ setId: expect.not.stringContaining(id) as string });
  });
});
