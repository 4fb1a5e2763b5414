import express, { type Response } from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paymentRequest } from '~tests/answers/payment-request';
import { latch } from '~tests/latch';
import { listen } from '~tests/servers/serve-app';
import { limitTime } from './limit-time';
import { createRemoteBackend } from './remote/remote-backend.server';
import { openSender } from './remote/send.server';

test('names the operation that timed out in the error', async () => {
  const limit = limitTime(() => 20);
  const path = ['registrations', 'pay'];
  await expect(limit({ path, next: () => new Promise(() => undefined) })).rejects.toMatchObject({
    name: 'FailedCall',
    message: 'registrations.pay: no response within 20 ms',
    reason: 'late',
    wasSent: true,
  });
  expect(await limit({ path, next: () => Promise.resolve(1) })).toBe(1);
});

test('aborts an operation at the limit, or when its caller gives up', async () => {
  const path = ['registrations', 'pay'];
  const signals: (AbortSignal | undefined)[] = [];
  const next = (call?: { signal?: AbortSignal }) => {
    signals.push(call?.signal);
    return new Promise(() => undefined);
  };
  await expect(limitTime(() => 20)({ path, next })).rejects.toMatchObject({ reason: 'late' });
  const caller = new AbortController();
  const call = limitTime(() => 20)({ path, next, signal: caller.signal });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  caller.abort();
  expect(signals[1]?.aborted).toBe(true);
  await expect(call).rejects.toThrow('no response');
});

describe('a payment at a remote backend', () => {
  /** Serves a backend over one connection. Its calls end after 500 ms of the fake clock. */
  async function serve(behave: (nth: number, res: Response) => void, breakAfter = 10) {
    const received: string[] = [];
    const app = express().use((req, res) => behave(received.push(req.path), res));
    const { origin, close } = await listen(app);
    const sender = openSender({ timeoutMs: 10_000, maxCalls: 1, breakAfter });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await sender.close();
      close();
    });
    const remote = { url: origin, sender, requestId: () => undefined };
    const limited = createRemoteBackend({ ...remote, interceptors: [limitTime(() => 500)] });
    const titles = () =>
      createRemoteBackend(remote).lookups.list({ params: { list: 'titles' }, query: {}, headers: {} });
    const pay = () =>
      limited.registrations.pay({
        params: { signupId: 'one' },
        headers: { 'x-registration-key': 'key', 'idempotency-key': 'pay-key' },
        body: paymentRequest({ packageId: '2021', productId: null, services: [] }, {}),
      });
    return { received, sender, titles, pay };
  }

  test('is not sent again after the limit', async () => {
    const { received, sender, titles, pay } = await serve((nth, res) => {
      if (nth === 1) res.status(503).set('Retry-After', '1').json({});
      else res.json([]);
    });
    const paying = expect(pay()).rejects.toMatchObject({ reason: 'late', wasSent: true });
    await expect.poll(() => [received.length, sender.load().running]).toEqual([1, 0]);
    vi.advanceTimersByTime(500);
    await paying;
    vi.advanceTimersByTime(500);
    await titles();
    expect(received).toEqual(['/v2/registrations/one/payment', '/v2/lookups/titles']);
  });

  test('is not sent if the limit passes while it is queued', async () => {
    const held: Response[] = [];
    const { received, sender, titles, pay } = await serve(
      (nth, res) => void (nth === 1 ? held.push(res) : res.json([])),
    );
    const first = titles();
    const paying = expect(pay()).rejects.toMatchObject({ reason: 'late' });
    await expect.poll(() => [held.length, sender.load().waiting]).toEqual([1, 1]);
    vi.advanceTimersByTime(500);
    await paying;
    held[0]!.json([]);
    await first;
    await titles();
    expect(received).toEqual(['/v2/lookups/titles', '/v2/lookups/titles']);
  });

  test('is hung up on at the limit, which counts as a failure of the backend', async () => {
    const hungUp = latch();
    const { received, titles, pay } = await serve((_nth, res) => void res.on('close', () => hungUp.open()), 1);
    const paying = expect(pay()).rejects.toMatchObject({ reason: 'late', wasSent: true });
    await expect.poll(() => received).toHaveLength(1);
    vi.advanceTimersByTime(500);
    await paying;
    await hungUp.opened;
    await expect(titles()).rejects.toMatchObject({ reason: 'circuitOpen' });
  });
});

test('makes no call without time left, and waits without a limit', async () => {
  const path = ['registrations', 'pay'];
  const next = vi.fn(() => Promise.resolve(1));
  await expect(limitTime(() => 0)({ path, next })).rejects.toMatchObject({ reason: 'late', wasSent: false });
  expect(next).not.toHaveBeenCalled();
  expect(await limitTime(() => Infinity)({ path, next })).toBe(1);
});
