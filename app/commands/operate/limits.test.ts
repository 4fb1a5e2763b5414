import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLimits } from '~/server/services/limits.server';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, TEST_PEPPER, type TestBackend } from '~tests/servers/embedded-backend';
import { limits } from './limits';

const SECRET = 'a secret for tests alone, thirty-two';
const BY = ['--by', 'olga'];

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
});
afterEach(() => backend.close());

const clear = (...args: string[]) =>
  callCommandOn(backend, limits, ['clear', ...args], { clock: backend.clock, storeClock: backend.storeClock });

/** Requests new invite links until the limit is reached. @returns how many were allowed */
async function exhaust(visitorIds: string[], clientAddress: string): Promise<number> {
  const { clock, store } = backend;
  const counted = createLimits({
    rateLimit: true,
    db: store.db,
    clock,
    secrets: [SECRET],
    log: { error: () => undefined },
  });
  let allowed = 0;
  for (const visitorId of visitorIds) {
    while ((await counted.consume('inviteRenewal', { visitorId, clientAddress })) === 0) allowed += 1;
  }
  return allowed;
}

it('resets the counts of an address and its whole IPv6 network, and no others', async () => {
  const browsers = ['a', 'b', 'c', 'd', 'e'];
  expect(await exhaust(browsers, '2001:db8:1:2::9')).toBe(20);
  expect(await exhaust(['f'], '192.0.2.7')).toBe(5);
  expect((await clear('2001:db8:1:2::1', ...BY, '--dry-run')).said).toBe(
    'Would reset:\ninviteRenewal  20 of 20\ninviteRenewal  20 of 80\n',
  );
  expect(await exhaust(['g'], '2001:db8:1:2::9')).toBe(0);
  expect(await clear('2001:db8:1:2::1', ...BY)).toEqual({
    code: 0,
    said: 'Reset 2 counters.\ninviteRenewal  20 of 20\ninviteRenewal  20 of 80\n',
  });
  expect(await exhaust(['g'], '2001:db8:1:2::9')).toBe(5);
  expect(await exhaust(['f'], '192.0.2.7')).toBe(0);
  const record = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
  expect(record).toMatchObject([{ action: 'limits-cleared', by: 'olga', count: 2, why: null }]);
  expect(JSON.stringify(record)).not.toContain('2001:db8');
});

it('resets only the named limit', async () => {
  expect(await exhaust(['a', 'b', 'c', 'd', 'e'], '192.0.2.9')).toBe(20);
  expect(await clear('192.0.2.9', '--limit', 'signUp', ...BY)).toMatchObject({
    code: 0,
    said: 'Reset 0 counters.\n',
  });
  expect(await exhaust(['f'], '192.0.2.9')).toBe(0);
  expect(await clear('192.0.2.9', '--limit', 'inviteRenewal', ...BY)).toMatchObject({ code: 0 });
  expect(await exhaust(['f'], '192.0.2.9')).toBe(5);
  expect(await clear('192.0.2.9', '--limit', 'toString', ...BY)).toMatchObject({
    code: 2,
    said: expect.stringContaining('Unknown limit "toString"') as string,
  });
});

it('requires an address or an e-mail with its mailbox, and an operator name', async () => {
  for (const args of [['ann', ...BY], ['ann@example.com', ...BY], ['192.0.2.7'], BY])
    expect(await clear(...args)).toMatchObject({ code: 2 });
  expect(await backend.store.db.selectFrom('operator_actions').selectAll().execute()).toEqual([]);
});

it('resets the limits of a mailbox, and sends its delayed invites', async () => {
  writeFileSync(join(backend.dataDir, 'pepper'), TEST_PEPPER);
  for (let n = 0; n < 12; n += 1) {
    const signup = await backend.signUp({ email: `payer${n}@example.com` });
    await backend.pay(signup, await backend.requestFor(signup));
  }
  const waiting = async () => {
    const mails = backend.store.db.selectFrom('backend_mails').select('id').where('next_try_at', 'is not', null);
    return (await mails.execute()).length;
  };
  expect(await waiting()).toBe(2);
  expect(await clear('ben+other@example.com', '--mailbox', ...BY)).toEqual({
    code: 0,
    said: 'Reset 1 counters of the mailbox.\n',
  });
  expect(await waiting()).toBe(0);
  for (const args of [['192.0.2.7'], ['ben@example.com', '--dry-run']])
    expect(await clear(...args, '--mailbox', ...BY)).toMatchObject({ code: 2 });
});
