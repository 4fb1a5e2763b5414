import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { createSignUpStory, type ReportedEvent } from '~/server/services/sign-up-story.server';
import { privacy } from './privacy';
import { story } from './story';

const SECRET = 'a secret for tests alone, thirty-two';
const NOTHING = { code: 1, said: 'Nothing is stored about this visitor.\n' };

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
});
afterEach(() => backend.close());

const readStory = (about: string, ...options: string[]) =>
  callCommandOn(backend, story, [about, '--by', 'olga', ...options], { clock: backend.clock });

async function store(...events: Partial<ReportedEvent>[]): Promise<void> {
  const { db } = backend.store;
  const signUpStory = createSignUpStory({ db, clock: backend.clock, secrets: [SECRET], log: { warn: vi.fn() } });
  for (const event of events)
    signUpStory.tell({
      signUp: 'su_0123456789abcdef',
      requestId: '0badcafe-0000-4000-8000-00000000beef',
      method: 'POST',
      path: '/step1',
      status: 303,
      ledTo: '/step2',
      reason: undefined,
      orderId: undefined,
      attempt: undefined,
      ...event,
    });
  await signUpStory.settle();
}

it('finds a paid sign-up by e-mail, order, request and reference, until it is erased', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  await backend.pay(signup, await backend.requestFor(signup));
  const [attempt] = await backend.attempts();
  await store({ email: 'Ann@example.com', person: attempt!.signup_id });
  const searches = ['ANN@example.com', attempt!.order_id, '0000beef', 'su_0123456789abcdef'];
  for (const about of searches) {
    const { code, said } = await readStory(about, '--json');
    expect(code).toBe(0);
    const { email, entries } = JSON.parse(said) as { email: string; entries: { what: string; text: string }[] };
    expect(email.toLowerCase()).toBe('ann@example.com');
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['account', 'payment', 'mail', 'form']));
    expect(entries.map(({ text }) => text)).toContain('POST /step1: 303, to /step2');
  }
  expect((await readStory('ben@example.com')).said).not.toMatch(/POST|payment|ann@/);
  const erased = await callCommandOn(backend, privacy, ['erase', 'ann@example.com', '--by', 'olga', '--yes']);
  expect(erased).toMatchObject({ code: 0, said: expect.stringContaining('1 signUpEvents: deleted') as string });
  for (const about of searches) expect(await readStory(about)).toEqual(NOTHING);
});

it('prints only events if a remote backend stores the accounts', async () => {
  await store(
    { status: 422, ledTo: undefined },
    { email: 'cy@example.com', orderId: '7K3-Q9X-TF2', reason: undefined },
  );
  for (const about of ['cy@example.com', '7k3q9xtf2', '00000000beef'])
    expect((await readStory(about)).said.split('\n').filter((line) => line.includes('POST /step1'))).toHaveLength(2);
  expect(await readStory('7K3-Q9X-TF3')).toEqual(NOTHING);
});

it('records the operator without the e-mail, and requires an operator name and a long enough search', async () => {
  await readStory('ann@example.com', '--why', 'asked by phone');
  const record = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
  expect(record).toMatchObject([{ action: 'story-read', by: 'olga', why: 'asked by phone', count: 0 }]);
  expect(JSON.stringify(record)).not.toContain('example.com');
  expect((await callCommandOn(backend, story, ['ann@example.com'])).code).toBe(2);
  expect((await readStory('beef')).code).toBe(2);
});
