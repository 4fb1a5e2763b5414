import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { STOP_MS } from '~/lib/stop-times';
import { openTestStore, type TestStore } from '~tests/servers/test-store';
import { createSignUpStory, findSignUpEvents, type ReportedEvent } from './sign-up-story.server';

const SECRETS = ['a secret for tests alone, thirty-two'] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

let opened: TestStore;
let now: Date;
beforeEach(async () => {
  opened = await openTestStore();
  now = new Date('2026-03-01T12:00:00Z');
});
afterEach(() => opened.close());

function open(log = { warn: vi.fn() }) {
  return createSignUpStory({ db: opened.store.db, clock: { now: () => now }, secrets: [...SECRETS], log });
}

const event = (given: Partial<ReportedEvent> = {}): ReportedEvent => ({
  signUp: 'su_of-ann',
  requestId: 'request',
  method: 'POST',
  path: '/step1',
  status: 303,
  ledTo: '/step2',
  reason: undefined,
  orderId: undefined,
  attempt: undefined,
  ...given,
});

const rows = () => opened.store.db.selectFrom('sign_up_events').selectAll().orderBy('request_id').execute();

it('stores all events of a burst, without the e-mail', async () => {
  const story = open();
  for (let at = 0; at < 250; at += 1) story.tell(event({ requestId: `request-${at}`, email: 'ann@example.com' }));
  await story.settle();
  expect(await rows()).toHaveLength(250);
  expect(JSON.stringify(await rows())).not.toContain('example.com');
});

it('stores events a quarter of a second after the first event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const story = open();
    story.tell(event({ requestId: '1' }));
    vi.advanceTimersByTime(249);
    story.tell(event({ requestId: '2' }));
    expect(await rows()).toEqual([]);
    vi.advanceTimersByTime(1);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
});

it('drops events while the store fails, logs it, and stores later ones', async () => {
  const log = { warn: vi.fn() };
  const story = open(log);
  story.tell(event({ status: null as unknown as number }));
  await story.settle();
  expect(log.warn).toHaveBeenCalledWith(
    { err: expect.any(Error) as Error, events: 1 },
    'failed to store events of sign-ups',
  );
  story.tell(event());
  await story.settle();
  expect(await rows()).toHaveLength(1);
});

it('deletes events after 30 days', async () => {
  const story = open();
  story.tell(event({ requestId: 'old' }));
  await story.settle();
  now = new Date(now.getTime() + 30 * DAY_MS - 1);
  story.tell(event({ requestId: 'young' }));
  await story.settle();
  expect(await story.purge(now)).toBe(0);
  now = new Date(now.getTime() + 1);
  expect(await story.purge(now)).toBe(1);
  expect(await rows()).toMatchObject([{ request_id: 'young' }]);
});

it('finds the earlier events of a sign-up by its e-mail, even after the secret was rotated', async () => {
  const story = open();
  story.tell(event({ requestId: '1' }));
  story.tell(event({ requestId: '2', email: 'Ann@Example.com', person: 'ann' }));
  story.tell(event({ requestId: '3', signUp: 'su_of-cy', email: 'cy@example.com', person: 'cy' }));
  await story.settle();
  const find = async (owner: Parameters<typeof findSignUpEvents>[2], secrets: readonly string[] = SECRETS) =>
    (await findSignUpEvents(opened.store.db, secrets, owner)).map(({ request_id }) => request_id).sort();
  expect(await find({ email: 'ann@example.com' })).toEqual(['1', '2']);
  expect(await find({ email: 'ann@example.com' }, ['a newer one', ...SECRETS])).toEqual(['1', '2']);
  expect(await find({ ids: ['cy'] })).toEqual(['3']);
  expect(await find({ email: 'ben@example.com' })).toEqual([]);
});

it('returns no events of another person whose e-mail was typed in the same sign-up', async () => {
  const story = open();
  story.tell(event({ requestId: '1' }));
  story.tell(event({ requestId: '2', email: 'ben@example.com' }));
  story.tell(event({ requestId: '3', email: 'ann@example.com', person: 'ann' }));
  await story.settle();
  const find = async (email: string) =>
    (await findSignUpEvents(opened.store.db, SECRETS, { email })).map(({ request_id }) => request_id).sort();
  expect(await find('ben@example.com')).toEqual(['2']);
  expect(await find('ann@example.com')).toEqual(['3']);
});

it('stops waiting for a store that does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = { insertInto: () => ({ values: () => ({ execute: () => new Promise(() => undefined) }) }) };
  const db = silent as unknown as TestStore['store']['db'];
  const story = createSignUpStory({ db, clock: { now: () => now }, secrets: [...SECRETS], log: { warn: vi.fn() } });
  story.tell(event());
  const settled = story.settle();
  await vi.advanceTimersByTimeAsync(STOP_MS.services);
  await settled;
});
