import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS, type Sandbox } from './sandbox.server';

const HOURS = 60 * 60 * 1000;
const SET_UP = {
  returnUrl: 'https://join.example/return?state=s',
  cancelUrl: 'https://join.example/cancel?state=s',
  amount: 16800,
  currency: 'USD',
} as const;
let dataDir: string;
let now: Date;
let sandbox: Sandbox;
let clientToken: string;
const clock = { now: () => now };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  now = new Date('2026-03-01T12:00:00Z');
  sandbox = createSandbox({ dataDir, clock, approvalPath: '/approve' });
  ({ clientToken } = await sandbox.clientToken('US'));
});
afterEach(() => {
  sandbox.close();
  rmSync(dataDir, { recursive: true });
});

async function start(): Promise<string> {
  const { approvalUrl } = await sandbox.startPayPal(clientToken, SET_UP);
  expect(approvalUrl).toMatch(/^\/approve\?ba_token=/);
  return approvalUrl.split('=')[1]!;
}
const finish = (agreementToken: string) => sandbox.finishPayPal(clientToken, { agreementToken });
const charge = (nonce: string) =>
  sandbox.authorise({
    orderId: 'order-1',
    amount: 16800,
    currency: 'USD',
    merchantAccount: SANDBOX_MERCHANT_ACCOUNTS.USD,
    nonce,
    paymentType: 'paypal',
    storeInVault: true,
  });

describe('an approval', () => {
  it('redirects with the token, and becomes a nonce that can be charged once', async () => {
    const token = await start();
    expect(await sandbox.approvalPage.find(token)).toEqual({ wallet: 'paypal', amount: 16800, currency: 'USD' });
    expect(await sandbox.approvalPage.answer(token, 'approve')).toBe(`${SET_UP.returnUrl}&ba_token=${token}`);
    const { nonce, email } = await finish(token);
    expect(email).toBe('buyer@paypal.example');
    expect(await charge(nonce)).toMatchObject({
      outcome: 'approved',
      transaction: { paymentType: 'paypal', cardLastFour: null, status: 'authorised' },
    });
    expect(await sandbox.findByOrderId('order-1')).toMatchObject([{ paymentType: 'paypal' }]);
    expect(await charge(nonce)).toEqual({ outcome: 'declined', reason: '91564' });
  });

  it('is not accepted for PayPal if it is from Venmo, and becomes a Venmo nonce', async () => {
    const { approvalUrl } = await sandbox.startVenmo(clientToken, SET_UP);
    const token = approvalUrl.split('=')[1]!;
    expect(await sandbox.approvalPage.find(token)).toMatchObject({ wallet: 'venmo' });
    await sandbox.approvalPage.answer(token, 'approve');
    await expect(finish(token)).rejects.toThrow('Unknown agreement');
    const { nonce, username } = await sandbox.finishVenmo(clientToken, { agreementToken: token });
    expect(username).toBe('@venmo-buyer');
    expect(await charge(nonce)).toMatchObject({ transaction: { paymentType: 'venmo' } });
  });

  it('can simulate a declined payment', async () => {
    const token = await start();
    await sandbox.approvalPage.answer(token, 'approveAndDecline');
    expect(await charge((await finish(token)).nonce)).toEqual({ outcome: 'declined', reason: '2000' });
  });

  it('is used once, even by two concurrent requests', async () => {
    const token = await start();
    await sandbox.approvalPage.answer(token, 'approve');
    const outcomes = await Promise.allSettled([finish(token), finish(token)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(finish(token)).rejects.toThrow('used, not approved');
  });

  it('survives a restart', async () => {
    const token = await start();
    await sandbox.approvalPage.answer(token, 'approve');
    sandbox.close();
    sandbox = createSandbox({ dataDir, clock, approvalPath: '/approve' });
    expect(await finish(token)).toMatchObject({ nonce: expect.any(String) as string });
  });
});

describe('finishing without an approval', () => {
  it('fails for a cancelled token, which redirects to the cancel URL', async () => {
    const token = await start();
    expect(await sandbox.approvalPage.answer(token, 'cancel')).toBe(`${SET_UP.cancelUrl}&ba_token=${token}`);
    await expect(finish(token)).rejects.toThrow('cancelled');
    expect(await sandbox.approvalPage.answer(token, 'approve')).toBeUndefined();
  });

  it('fails for an open, invented or expired token', async () => {
    const token = await start();
    const late = await start();
    await sandbox.approvalPage.answer(late, 'approve');
    await expect(finish(token)).rejects.toThrow('open');
    await expect(finish('made-up')).rejects.toThrow('Unknown agreement');
    now = new Date(now.getTime() + 3 * HOURS);
    await expect(finish(late)).rejects.toThrow('Unknown agreement');
    expect(await sandbox.approvalPage.find(token)).toBeUndefined();
    expect(await sandbox.approvalPage.answer(token, 'approve')).toBeUndefined();
  });

  it('requires a sandbox client token', async () => {
    await expect(sandbox.startPayPal('nonsense', SET_UP)).rejects.toThrow('cannot be read');
    await expect(sandbox.finishPayPal('nonsense', { agreementToken: await start() })).rejects.toThrow('cannot be read');
  });
});

it('rejects PayPal without a simulated approval page', async () => {
  sandbox.close();
  sandbox = createSandbox({ dataDir, clock });
  await expect(sandbox.startPayPal(clientToken, SET_UP)).rejects.toThrow('demo mode');
});
