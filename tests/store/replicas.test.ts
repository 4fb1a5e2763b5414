import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChargingProvider } from '~/payments/port';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import { DISTINCT_SLICES, HOUR, openTestSessions, state } from '~tests/servers/test-sessions';
import { latch } from '~tests/latch';

const never = () => new Promise<never>(() => undefined);

describe('two replicas with separate connections', () => {
  let backend: TestBackend;
  let other: Awaited<ReturnType<TestBackend['openDistantReplica']>>;
  beforeEach(async () => {
    backend = await openTestBackend();
    other = await backend.openDistantReplica();
  });
  afterEach(() => backend.close());

  const charges = () => backend.sandbox.listTransactions().map(({ status }) => status);
  const count = async (table: 'backend_accounts' | 'backend_orders' | 'backend_mails' | 'backend_families') =>
    (await backend.store.db.selectFrom(table).selectAll().execute()).length;

  it('charge once for twenty identical presses, ten on each', async () => {
    const families = await count('backend_families');
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, press) =>
        press % 2 === 0 ? backend.pay(signup, request) : backend.payWith(other.client, signup, request, 'key-1'),
      ),
    );
    for (const { data } of results) expect(['paid', 'pending']).toContain(data?.state);
    expect(await backend.lookUp(signup)).toMatchObject({ state: 'paid' });
    expect(charges()).toEqual(['settling']);
    expect([await count('backend_orders'), await count('backend_families')]).toEqual([1, families + 1]);
    // The receipt, the link to the credentials and the invite.
    expect(await count('backend_mails')).toBe(3);
  });

  it('try a declined card once for twenty identical presses', async () => {
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { nonce: await backend.makeNonce('4000111111111115') });
    await Promise.all(
      Array.from({ length: 20 }, (_, press) =>
        backend.payWith(press % 2 === 0 ? backend.client : other.client, signup, request, 'key-1'),
      ),
    );
    expect(refusalOf(await backend.pay(signup, request)).code).toBe('DECLINED');
    expect(await backend.attempts()).toMatchObject([{ state: 'declined', number: 1 }]);
    expect(charges()).toEqual(['declined']);
  });

  it('settle and register each attempt once when both recover it', async () => {
    // A replica dies after authorising, six times.
    const charging: ChargingProvider = {
      ...backend.sandbox,
      authorise: (sale) => backend.sandbox.authorise(sale).then(never),
    };
    const dead = await backend.openReplica({ answerWithin: HOUR, charging });
    const signups = [];
    for (let person = 0; person < 6; person += 1) {
      const signup = await backend.signUp();
      signups.push(signup);
      void backend.payWith(dead.client, signup, await backend.requestFor(signup), 'key-1');
    }
    await expect.poll(() => charges()).toHaveLength(6);
    backend.advance(2 * HOUR);
    const rounds = [backend, other, backend, other].map((replica) => replica.recoverAttempts());
    for (const { unfinished } of await Promise.all(rounds)) expect(unfinished).toBe(0);
    for (const signup of signups) expect((await backend.lookUp(signup)).state).toBe('paid');
    expect((await backend.attempts()).map(({ state }) => state)).toEqual(Array(6).fill('settled'));
    expect(charges()).toEqual(Array(6).fill('settling'));
    expect([await count('backend_orders'), await count('backend_mails')]).toEqual([6, 18]);
  });

  it('register one of two concurrent sign-ups with one e-mail, and refund the other', async () => {
    const before = await count('backend_accounts');
    // Both authorise before one of them registers.
    let held = 0;
    const bothHeld = latch();
    const authorise: ChargingProvider['authorise'] = async (sale) => {
      const outcome = await backend.sandbox.authorise(sale);
      held += 1;
      if (held === 2) bothHeld.open();
      await bothHeld.opened;
      return outcome;
    };
    const charging = { ...backend.sandbox, authorise };
    const replicas = [await backend.openDistantReplica({ charging }), await backend.openDistantReplica({ charging })];
    const signups = [
      await backend.signUp({ email: 'one@example.com' }),
      await backend.signUp({ email: 'ONE@example.com' }),
    ];
    const requests = [await backend.requestFor(signups[0]!), await backend.requestFor(signups[1]!)];
    const results = await Promise.all(
      signups.map((signup, at) => backend.payWith(replicas[at]!.client, signup, requests[at]!, 'key-1')),
    );
    expect(results.filter(({ data }) => data?.state === 'paid')).toHaveLength(1);
    expect(refusalOf(results.find(({ error }) => error !== null)!).data).toMatchObject({
      validationErrors: [{ field: 'parent.duplicate' }],
    });
    expect(charges().sort()).toEqual(['settling', 'voided']);
    expect(await count('backend_accounts')).toBe(before + 1);
  });
});

it('keeps the concurrent updates of two replicas in one session', async () => {
  const test = await openTestSessions();
  const other = await test.openReplica();
  const id = await test.sessions.begin(state());
  const record = (await test.sessions.find(id))!;
  await Promise.all(DISTINCT_SLICES.map((slice, at) => (at % 2 === 0 ? test.sessions : other).update(record, slice)));
  expect((await other.find(id))?.data).toEqual(Object.assign(state(), ...DISTINCT_SLICES));
  await test.close();
});
