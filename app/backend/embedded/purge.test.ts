import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

const DAY_MS = 24 * 60 * 60 * 1000;

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
});
afterEach(() => backend.close());

const countRows = async (table: 'backend_registrations' | 'backend_mails' | 'backend_tokens' | 'backend_invitations') =>
  (await backend.store.db.selectFrom(table).selectAll().execute()).length;

it('deletes sign-ups that no visitor can resume, and keeps paid ones', async () => {
  await backend.signUp();
  const declined = await backend.signUp();
  const nonce = await backend.makeNonce('4000111111111115');
  await backend.pay(declined, await backend.requestFor(declined, { nonce }));
  const paid = await backend.signUp();
  await backend.pay(paid, await backend.requestFor(paid));
  expect(await countRows('backend_registrations')).toBe(3);
  expect(await countRows('backend_mails')).toBe(3);
  expect(await backend.purge()).toBe(0);

  backend.advance(31 * DAY_MS);
  const late = await backend.signUp();
  expect(await backend.purge()).toBeGreaterThanOrEqual(4);
  const registrations = await backend.store.db.selectFrom('backend_registrations').select('id').execute();
  expect(registrations.map(({ id }) => id).sort()).toEqual([late.signupId, paid.signupId].sort());
  expect(await backend.attempts()).toMatchObject([{ state: 'settled' }]);
  expect(await countRows('backend_mails')).toBe(0);
  // The co-parent's link has expired but can still request a new one.
  expect(await countRows('backend_invitations')).toBe(1);
  expect(await countRows('backend_tokens')).toBe(1);

  backend.advance(200 * DAY_MS);
  await backend.purge();
  expect([await countRows('backend_invitations'), await countRows('backend_tokens')]).toEqual([0, 0]);
  expect(await countRows('backend_registrations')).toBe(1);
  const accounts = await backend.store.db.selectFrom('backend_accounts').select('email').execute();
  expect(accounts).toHaveLength(1);
});
