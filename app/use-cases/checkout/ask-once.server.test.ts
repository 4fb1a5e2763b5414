import { expect, it, vi } from 'vitest';
import type { RequestContext } from '~/server/request/request-context.server';
import { askOnce, forgetAnswers } from './ask-once.server';

const openRequest = () => ({}) as RequestContext;
const ORDER = { body: { packageId: '2011' } };

it('calls the backend once per request, also for concurrent callers', async () => {
  const context = openRequest();
  const ask = vi.fn(async () => ({ total: 12_000 }));
  const both = [askOnce(context, 'price', ORDER, ask), askOnce(context, 'price', structuredClone(ORDER), ask)];
  expect(await Promise.all(both)).toEqual([{ total: 12_000 }, { total: 12_000 }]);
  expect(await askOnce(context, 'price', ORDER, ask)).toEqual({ total: 12_000 });
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['another order', { context: undefined, call: 'price', request: { body: { packageId: '2041' } } }],
  ['another call', { context: undefined, call: 'list', request: ORDER }],
  ['another request', { context: openRequest(), call: 'price', request: ORDER }],
])('calls the backend again for %s', async (_name, { context, call, request }) => {
  const first = openRequest();
  const ask = vi.fn(async (asked: unknown) => asked);
  await askOnce(first, 'price', ORDER, ask);
  expect(await askOnce(context ?? first, call, request, ask)).toBe(request);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('calls the backend again after a write, and after a failure', async () => {
  const context = openRequest();
  const ask = vi.fn().mockRejectedValueOnce(new Error('late')).mockResolvedValueOnce(1).mockResolvedValueOnce(2);
  await expect(askOnce(context, 'price', ORDER, ask)).rejects.toThrow('late');
  expect(await askOnce(context, 'price', ORDER, ask)).toBe(1);
  forgetAnswers(context);
  expect(await askOnce(context, 'price', ORDER, ask)).toBe(2);
});
