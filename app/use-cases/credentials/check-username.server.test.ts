import { ORPCError } from '@orpc/client';
import { expect, it, vi } from 'vitest';
import type { PaidOrder } from '~/domain/order';
import { PARENT } from '~/journeys/parent';
import { checkUsername } from './check-username.server';
import type { Limits } from '~/server/services/limits.server';
import type { RequestContext } from '~/server/request/request-context.server';

const PAID = {
  clickToJoinToken: 'a token',
  registration: { parent: { userId: '7', email: 'ann@example.com' } },
} as unknown as PaidOrder;

type Ask = (call: { headers: { authorization: string }; body: { username: string } }) => Promise<unknown>;

function contextOf(usernameAvailability: Ask, state: object | undefined = { paid: PAID }) {
  const log = { error: vi.fn(), warn: vi.fn() };
  const take = vi.fn((..._taken: Parameters<Limits['consume']>) => Promise.resolve(0));
  const services = { backend: { credentials: { usernameAvailability } }, limits: { consume: take } };
  const session = { state, expired: false };
  const headers = new Headers();
  const visit = { visitorId: 'a browser', clientAddress: '192.0.2.1', journey: PARENT, headers };
  return { context: { services, session, log, ...visit } as unknown as RequestContext, log, take };
}

async function check(context: RequestContext, username: string) {
  const body = new URLSearchParams({ username });
  const answer = await checkUsername(new Request('http://localhost/', { method: 'POST', body }), context);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const available: Ask = async () => Promise.resolve({ available: true, meetsRequirements: true });

it('calls the backend with the credentials token', async () => {
  const backend = vi.fn(available);
  expect(await check(contextOf(backend).context, ' ann.oneil ')).toEqual({
    status: 200,
    body: { available: true, meetsRequirements: true },
  });
  expect(backend).toHaveBeenCalledWith({
    headers: { authorization: 'Bearer a token' },
    body: { username: 'ann.oneil' },
  });
});

it('sends no invalid username to the backend, and responds only to visitors on the step', async () => {
  const backend = vi.fn(available);
  expect((await check(contextOf(backend).context, 'ann@example')).body).toEqual({
    available: false,
    meetsRequirements: false,
  });
  expect((await check(contextOf(backend, {}).context, 'ann.oneil')).status).toBe(403);
  expect(
    (await check(contextOf(backend, { paid: PAID, credentials: { signedIn: true } }).context, 'ann.o')).status,
  ).toBe(403);
  expect(backend).not.toHaveBeenCalled();
});

it('limits username checks', async () => {
  const backend = vi.fn(available);
  const { context, take } = contextOf(backend);
  take.mockResolvedValueOnce(0).mockResolvedValueOnce(1800);
  expect((await check(context, 'ann.oneil')).status).toBe(200);
  expect((await check(context, 'ann.other')).status).toBe(429);
  expect(take.mock.calls.map(([what, , taking]) => [what, taking?.uniqueKey])).toEqual([
    ['usernameCheck', 'ann.oneil'],
    ['usernameCheck', 'ann.other'],
  ]);
  expect(context.headers.get('retry-after')).toBe('1800');
  expect(backend).toHaveBeenCalledOnce();
});

it('distinguishes a rejected username from an unresponsive backend', async () => {
  const refusing = contextOf(() => Promise.reject(new ORPCError('FORBIDDEN', { defined: true })));
  expect((await check(refusing.context, 'ann.oneil')).status).toBe(403);
  expect(refusing.log.error).not.toHaveBeenCalled();
  const broken = contextOf(() => Promise.reject(new Error('no answer')));
  expect((await check(broken.context, 'ann.oneil')).status).toBe(502);
  expect(broken.log.error).toHaveBeenCalledOnce();
});
