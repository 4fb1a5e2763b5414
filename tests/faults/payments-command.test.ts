import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../app/server/store/open-store.server';

const COMMAND = fileURLToPath(new URL('../../app/server/payments.mjs', import.meta.url));

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payments-'));
  store = await openStore({ dataDir });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

/** As an operator calls it, beside a server that holds the store. */
function run(folder = dataDir) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder },
  });
  return { status, stdout, stderr };
}

async function addAttempt(orderId: string, state: string, reason: string | null, minute: number) {
  const time = `2026-03-01T12:0${minute}:00.000Z`;
  await store.db
    .insertInto('backend_payment_attempts')
    .values({
      order_id: orderId,
      signup_id: orderId,
      number: 1,
      amount: 17_955,
      currency: 'USD',
      merchant_account: 'account',
      payment_type: 'creditCard',
      sealed_nonce: 'sealed-nonce',
      request: '{"cardHolderName":"Ann Lee"}',
      pricing: '{}',
      language: 'en',
      state,
      transaction_id: `transaction-${orderId}`,
      card_last_four: '1111',
      reason,
      sealed_answer: 'sealed-answer',
      lease_token: null,
      lease_until: null,
      created_at: time,
      updated_at: time,
    })
    .execute();
}

it('says that nothing waits', async () => {
  await addAttempt('fine-1', 'settled', null, 1);
  expect(run()).toEqual({ status: 0, stdout: 'No payment waits for a person.\n', stderr: '' });
});

it('lists what waits, the longest first, with what to do and nothing personal', async () => {
  await addAttempt('second-1', 'needs-operator', 'charged-twice', 2);
  await addAttempt('first-1', 'needs-operator', 'settlement-refused-91507', 1);
  await addAttempt('fine-1', 'unknown', null, 3);
  const { status, stdout } = run();
  expect(status).toBe(1);
  const [title, first, second, ...rest] = stdout.trim().split('\n\n');
  expect([title, rest]).toEqual(['2 payments wait for a person.', []]);
  for (const part of ['first-1', '179.55 USD', 'transaction-first-1', '2026-03-01T12:01:00.000Z', 'SETTLE.']) {
    expect(first).toContain(part);
  }
  expect(second).toMatch(/second-1[^]*VOID or REFUND\./);
  expect(stdout).not.toMatch(/Ann|1111|sealed|fine-1/);
});

it.each([
  ['amount-differs', 'VOID.'],
  ['void-refused-91504', 'VOID or REFUND.'],
  ['something-new', 'LOOK.'],
])('knows what to do about %s', async (reason, advice) => {
  await addAttempt('one-1', 'needs-operator', reason, 1);
  expect(run().stdout).toContain(`to do        ${advice}`);
});

it('says so where there is no store', () => {
  expect(run(join(dataDir, 'nowhere'))).toMatchObject({ status: 2, stdout: '' });
});
