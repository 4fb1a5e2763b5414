import { expect, it, vi } from 'vitest';
import { sampleAddresses } from '~/addresses/sample';
import type { AddressProvider } from '~/addresses/port';
import type { RequestContext } from '~/server/request/request-context.server';
import { suggestAddresses } from './suggest-addresses.server';

const QUERY = { text: '90 west', country: 'US', search: 'a-search' };

function contextOf(addresses: AddressProvider | undefined, state: object = { parent: {} }, secondsToWait = 0) {
  const log = { warn: vi.fn() };
  const take = vi.fn(() => Promise.resolve(secondsToWait));
  const services = { addresses, limits: { consume: take } };
  const visit = { visitorId: 'a browser', clientAddress: '192.0.2.1', language: 'en', headers: new Headers() };
  const context = { services, session: { state }, log, ...visit };
  return context as unknown as RequestContext &
    Pick<typeof context, 'log'> & { services: { limits: { consume: typeof take } } };
}

async function ask(context: RequestContext, query: Record<string, string>) {
  const body = new URLSearchParams(query);
  const answer = await suggestAddresses(new Request('http://localhost/', { method: 'POST', body }), context);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

it('responds only during a sign-up, for an address in one of the five countries', async () => {
  const { status, body } = await ask(contextOf(sampleAddresses), QUERY);
  expect([status, (body as unknown[]).length]).toEqual([200, 1]);
  expect((await ask(contextOf(sampleAddresses), { ...QUERY, country: 'FR' })).status).toBe(400);
  expect((await ask(contextOf(sampleAddresses), { ...QUERY, text: '90' })).status).toBe(400);
  expect((await ask(contextOf(sampleAddresses), { country: 'US', search: 'a-search', id: 'any' })).body).toBeNull();
  expect((await ask(contextOf(sampleAddresses, {}), QUERY)).status).toBe(403);
  expect((await ask(contextOf(undefined), QUERY)).status).toBe(404);
});

it('limits address look-ups', async () => {
  const context = contextOf(sampleAddresses, { parent: {} }, 60);
  expect(await ask(context, QUERY)).toEqual({ status: 429, body: [] });
  expect(context.headers.get('Retry-After')).toBe('60');
  expect(context.services.limits.consume).toHaveBeenCalledWith('addressLookup', context, undefined);
});

it('suggests nothing if the provider fails', async () => {
  const failing = { ...sampleAddresses, suggest: () => Promise.reject(new Error('no answer')) };
  const context = contextOf(failing);
  expect(await ask(context, QUERY)).toEqual({ status: 502, body: [] });
  expect(context.log.warn).toHaveBeenCalledOnce();
});
