import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '~tests/servers/test-store';
import { createLimits, purgeLimits, type RateLimitName, type ConsumeOptions } from './limits.server';
import type { Db } from '~/store/store';

const HOUR = 60 * 60 * 1000;
const SECRET = 'a secret for tests alone, thirty-two';

let opened: TestStore;
let now: number;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

/** Creates limits with separate visitors and addresses, so each test counts from zero. */
function limitsOf(rateLimit = true, db: Db = opened.store.db, except: string[] = []) {
  now = Date.parse('2026-03-01T12:00:00Z');
  const prefix = crypto.randomUUID();
  const errors: unknown[] = [];
  const limits = createLimits({
    rateLimit,
    except,
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
  it('apply to each browser separately, until the period ends', async () => {
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

  it('apply to an address across browsers', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 20; time += 1) expect(await take('inviteRenewal', `v${time}`)).toBe(0);
    expect(await take('inviteRenewal', 'one more')).toBeGreaterThan(0);
    expect(await take('inviteRenewal', 'one more', {}, 'elsewhere')).toBe(0);
  });

  it('delay an address increasingly after its limit, but not others', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 20; time += 1) await take('inviteRenewal', `v${time}`);
    const waits: number[] = [];
    for (let person = 1; person <= 9; person += 1) {
      const wait = await take('inviteRenewal', `late ${person}`);
      waits.push(wait);
      // A concurrent request of the address waits for the rest of the delay, and does not extend it.
      now += 1000;
      expect(await take('inviteRenewal', 'meanwhile')).toBe(wait - 1);
      now += wait * 1000 - 1000;
      expect(await take('inviteRenewal', `late ${person}`)).toBe(0);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
    now += HOUR;
    expect(await take('inviteRenewal', 'next hour')).toBe(0);
    expect(await take('inviteRenewal', 'and another')).toBe(0);
  });

  it('allow one of several concurrent requests after a delay', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 20; time += 1) await take('inviteRenewal', `v${time}`);
    now += 10_000;
    const waits = await Promise.all(Array.from({ length: 5 }, (_, index) => take('inviteRenewal', `w${index}`)));
    expect(waits.sort((one, other) => one - other)).toEqual([0, 20, 20, 20, 20]);
  });

  it('count a filled honeypot more only for its browser', async () => {
    const { take } = limitsOf();
    for (let bot = 1; bot <= 13; bot += 1) expect(await take('signUp', `bot ${bot}`, { weight: 5 })).toBe(0);
    for (let person = 1; person <= 47; person += 1) expect(await take('signUp', `p${person}`)).toBe(0);
    expect(await take('signUp', 'one more')).toBe(10);
  });

  it('count an IPv6 address with its /64, and with a higher limit for its /48', async () => {
    const { limits } = limitsOf();
    const from = (clientAddress: string) =>
      limits.consume('inviteRenewal', { visitorId: crypto.randomUUID(), clientAddress });
    for (let time = 1; time <= 20; time += 1) expect(await from('2001:db8:7:1::1')).toBe(0);
    expect(await from('2001:db8:7:1:ffff::9')).toBe(10);
    for (let time = 0; time < 60; time += 1) expect(await from(`2001:db8:7:${2 + (time % 3)}::${time}`)).toBe(0);
    expect(await from('2001:db8:7:abcd::1')).toBe(10);
    expect(await from('2001:db8:8:1::1')).toBe(0);
  });

  it('count an address without its port', async () => {
    const { limits } = limitsOf();
    const from = (clientAddress: string) =>
      limits.consume('inviteRenewal', { visitorId: crypto.randomUUID(), clientAddress });
    for (let time = 1; time <= 20; time += 1) expect(await from(`192.0.2.77:${time}`)).toBe(0);
    expect([await from('192.0.2.77:4711'), await from('192.0.2.78:4711')]).toEqual([10, 0]);
  });

  it('exempt configured networks, but still count their browsers', async () => {
    const { limits } = limitsOf(true, opened.store.db, ['198.51.100.0/24', '2001:db8:9::/48', '203.0.113.7']);
    const from = (clientAddress: string, visitorId: string = crypto.randomUUID()) =>
      limits.consume('inviteRenewal', { visitorId, clientAddress });
    for (const address of ['198.51.100.9', '::ffff:198.51.100.9', '2001:db8:9:4::1', '203.0.113.7'])
      for (let time = 1; time <= 30; time += 1) expect(await from(address)).toBe(0);
    for (let time = 1; time <= 20; time += 1) expect(await from('203.0.113.8')).toBe(0);
    expect(await from('203.0.113.8')).toBe(10);
    const visitor = crypto.randomUUID();
    for (let time = 1; time <= 5; time += 1) expect(await from('198.51.100.9', visitor)).toBe(0);
    expect(await from('198.51.100.9', visitor)).toBe(3600);
  });

  it('do not count a refused request', async () => {
    const { take } = limitsOf();
    for (let time = 1; time <= 25; time += 1) await take('inviteRenewal', 'eager');
    for (let time = 1; time <= 15; time += 1) expect(await take('inviteRenewal', `v${time}`)).toBe(0);
    expect(await take('inviteRenewal', 'one more')).toBeGreaterThan(0);
  });

  it('count only distinct keys if a key is given', async () => {
    const { take } = limitsOf();
    const tries = (count: number) => Array.from({ length: count }, (_, index) => `${index}@example.com`);
    for (const uniqueKey of tries(10)) expect(await take('emailCheck', 'a', { uniqueKey })).toBe(0);
    expect(await take('emailCheck', 'a', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
    for (const uniqueKey of tries(10)) expect(await take('emailCheck', 'a', { uniqueKey })).toBe(0);
    // A refused key was not counted, so it is still refused.
    expect(await take('emailCheck', 'a', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
  });

  it('count distinct keys per address, whichever browser sends them', async () => {
    const { take } = limitsOf();
    for (let time = 0; time < 60; time += 1) {
      const uniqueKey = `${time}@example.com`;
      expect(await take('emailCheck', `a${time}`, { uniqueKey })).toBe(0);
      expect(await take('emailCheck', `b${time}`, { uniqueKey })).toBe(0);
    }
    expect(await take('emailCheck', 'c', { uniqueKey: 'new@example.com' })).toBeGreaterThan(0);
    expect(await take('emailCheck', 'c', { uniqueKey: 'new@example.com' }, 'elsewhere')).toBe(0);
  });

  it('count a request with its weight', async () => {
    const { take } = limitsOf();
    expect(await take('signUp', 'a', { weight: 5 })).toBe(0);
    expect(await take('signUp', 'a', { weight: 5 })).toBe(0);
    expect(await take('signUp', 'a')).toBeGreaterThan(0);
  });

  it('hold for concurrent requests', async () => {
    const { take } = limitsOf();
    const waits = await Promise.all(Array.from({ length: 12 }, () => take('inviteRenewal', 'a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('store neither addresses nor keys in plain text, and purge expired counts', async () => {
    const { take } = limitsOf();
    await take('emailCheck', 'a', { uniqueKey: 'ann@example.com' }, '192.0.2.77');
    const rows = await opened.store.db.selectFrom('limits').selectAll().execute();
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(rows)).not.toMatch(/ann@example|192\.0\.2\.77|emailCheck/);
    now += 25 * HOUR;
    expect(await purgeLimits(opened.store.db, new Date(now))).toBe(rows.length);
    expect(await opened.store.db.selectFrom('limits').selectAll().execute()).toEqual([]);
  });

  it('begin again after a clock that was set back', async () => {
    const { take } = limitsOf();
    now += 100 * HOUR;
    for (let time = 1; time <= 21; time += 1) await take('inviteRenewal', 'a');
    for (let time = 1; time <= 21; time += 1) await take('inviteRenewal', `v${time}`);
    now -= 100 * HOUR;
    expect(await take('inviteRenewal', 'a')).toBe(0);
    expect(await take('inviteRenewal', 'one more')).toBe(0);
  });

  it('allow all requests if they are off', async () => {
    const { take } = limitsOf(false);
    for (let time = 1; time <= 50; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
  });

  it('allow all requests while the store does not respond, and log it', async () => {
    const gone = { execute: () => Promise.reject(new Error('failed to connect to Postgres')) };
    const { take, errors } = limitsOf(true, { transaction: () => gone } as unknown as Db);
    for (let time = 1; time <= 7; time += 1) expect(await take('inviteRenewal', 'a')).toBe(0);
    expect(errors).toHaveLength(7);
  });
});
