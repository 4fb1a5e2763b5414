import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '~tests/servers/test-store';
import { createLimits, type RateLimitName, type ConsumeOptions } from './limits.server';
import type { Db } from '~/store/open-store.server';

const HOUR = 60 * 60 * 1000;
const SECRET = 'a secret for tests alone, thirty-two';

let opened: TestStore;
let now: number;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

/** Limits with visitors and addresses of their own, so that each test counts from nothing. */
function limitsOf(rateLimit = true, db: Db = opened.store.db) {
  now = Date.parse('2026-03-01T12:00:00Z');
  const prefix = crypto.randomUUID();
  const errors: unknown[] = [];
  const limits = createLimits({
    rateLimit,
    db,
    clock: { now: () => new Date(now) },
    secrets: [SECRET],
    log: { error: (line: unknown) => void errors.push(line) },
  });
  const take = (what: RateLimitName, visitor: string, taking?: ConsumeOptions, address = 'here') =>
    limits.consume(what, { visitorId: prefix + visitor, clientAddress: prefix + address }, taking);
  return { limits, take, errors };
}

describe('limits', () => {
  it('let a browser do something so often, another one after it, and the first when the time is over', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 5; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
    now += HOUR / 4;
    expect(await take('inviteRenewal', 'a')).toBe((3 * HOUR) / 4000);
    expect(await take('inviteRenewal', 'b')).toBe(0);
    expect(await take('signUp', 'a')).toBe(0);
    now += (3 * HOUR) / 4;
    for (let time = 1; time <= 5; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
    expect(await take('inviteRenewal', 'a')).toBeGreaterThan(0);
  });

  it('let an address do it so often, whatever browser it says it is', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 20; time += 1) expect(await take('inviteRenewal', `v${time}`)).toBe(0);
    expect(await take('inviteRenewal', 'one more')).toBeGreaterThan(0);
    expect(await take('inviteRenewal', 'one more', {}, 'elsewhere')).toBe(0);
  });

  it('count a refused try for nobody', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 25; time += 1) await take('inviteRenewal', 'eager');
    for (let time = 1; time <= 15; time += 1) expect(await take('inviteRenewal', `v${time}`)).toBe(0);
    expect(await take('inviteRenewal', 'one more')).toBeGreaterThan(0);
  });

  it('count different things where only those count, each again for nothing', async () => {
    const { take } = limitsOf();
    const tries = (count: number) => Array.from({ length: count }, (_, index) => `${index}@example.com`);
    for (const uniqueKey of tries(10)) expect(await take('emailCheck', 'a', { uniqueKey })).toBe(0);
    expect(await take('emailCheck', 'a', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
    for (const uniqueKey of tries(10)) expect(await take('emailCheck', 'a', { uniqueKey })).toBe(0);
    // What was refused was not asked: asked again, it is still refused.
    expect(await take('emailCheck', 'a', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
  });

  it('count different things for an address too, and the same from another browser once', async () => {
    const { take } = limitsOf();
    for (let time = 0; time < 60; time += 1) {
      const uniqueKey = `${time}@example.com`;
      expect(await take('emailCheck', `a${time}`, { uniqueKey })).toBe(0);
      expect(await take('emailCheck', `b${time}`, { uniqueKey })).toBe(0);
    }
    expect(await take('emailCheck', 'c', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
    expect(await take('emailCheck', 'c', { uniqueKey: 'new@example.com' }, 'elsewhere')).toBe(0);
  });

  it('are reached sooner by what weighs more', async () => {
    const { take } = limitsOf();
    expect(await take('signUp', 'a', { weight: 5 })).toBe(0);
    expect(await take('signUp', 'a', { weight: 5 })).toBe(0);
    expect(await take('signUp', 'a')).toBeGreaterThan(0);
  });

  it('let through no more where many come at once', async () => {
    const { take } = limitsOf();
    const waits = await Promise.all(Array.from({ length: 12 }, () => take('inviteRenewal', 'a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('keep neither addresses nor things, and forget what is over', async () => {
    const { limits, take } = limitsOf();
    await take('emailCheck', 'a', { uniqueKey: 'ann@example.com' }, '192.0.2.77');
    const rows = await opened.store.db.selectFrom('limits').selectAll().execute();
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(rows)).not.toMatch(/ann@example|192\.0\.2\.77|emailCheck/);
    now += 25 * HOUR;
    expect(await limits.purge()).toBe(rows.length);
    expect(await opened.store.db.selectFrom('limits').selectAll().execute()).toEqual([]);
  });

  it('are lifted by configuration', async () => {
    const { take } = limitsOf(false);
    for (let time = 1; time <= 50; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
  });

  it('limit nobody while the store does not answer, which is logged', async () => {
    const gone = { execute: () => Promise.reject(new Error('Postgres could not be reached')) };
    const { take, errors } = limitsOf(true, { transaction: () => gone } as unknown as Db);
    for (let time = 1; time <= 7; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
    expect(errors).toHaveLength(7);
  });
});
