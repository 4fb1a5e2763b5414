import { expect, it, vi } from 'vitest';
import type { RequestContext } from '~/server/request/request-context.server';
import { cachedCall, clearCachedCalls } from './call-cache.server';

const openRequest = () => ({}) as RequestContext;
const ORDER = { body: { packageId: '2011' } };

it('calls the backend once per request, also for concurrent callers', async () => {
  const context = openRequest();
  const ask = vi.fn(async () => ({ total: 12_000 }));
  const both = [cachedCall(context, 'price', ORDER, ask), cachedCall(context, 'price', structuredClone(ORDER), ask)];
  expect(await Promise.all(both)).toEqual([{ total: 12_000 }, { total: 12_000 }]);
  expect(await cachedCall(context, 'price', ORDER, ask)).toEqual({ total: 12_000 });
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['another order', { context: undefined, call: 'price', request: { body: { packageId: '2041' } } }],
  ['another call', { context: undefined, call: 'list', request: ORDER }],
  ['another request', { context: openRequest(), call: 'price', request: ORDER }],
])('calls the backend again for %s', async (_name, { context, call, request }) => {
  const first = openRequest();
  const ask = vi.fn(async (asked: unknown) => asked);
  await cachedCall(first, 'price', ORDER, ask);
  expect(await cachedCall(context ?? first, call, request, ask)).toBe(request);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('calls the backend again after a write, and after a failure', async () => {
  const context = openRequest();
  const ask = vi.fn().mockRejectedValueOnce(new Error('late')).mockResolvedValueOnce(1).mockResolvedValueOnce(2);
  await expect(cachedCall(context, 'price', ORDER, ask)).rejects.toThrow('late');
  expect(await cachedCall(context, 'price', ORDER, ask)).toBe(1);
  clearCachedCalls(context);
  expect(await cachedCall(context, 'price', ORDER, ask)).toBe(2);
});
