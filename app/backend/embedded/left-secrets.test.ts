import { verify } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { ESSENTIALS, openTestBackend, PLUS, TEST_PEPPER, type TestBackend } from '~tests/servers/embedded-backend';
import { hashPassword } from './people/passwords.server';
import { countByPepper } from './people/seal-hashes.server';

const HOUR_MS = 60 * 60 * 1000;
const NEW_PEPPER = 'another pepper for tests, of thirty-two';
const CODE = 'PREPAID-40';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const codeRows = () =>
  backend.store.db.selectFrom('backend_activation_codes').selectAll().orderBy('amount').orderBy('code').execute();
const orders = () => backend.store.db.selectFrom('backend_orders').selectAll().execute();

/** Every text of the tables that hold codes. */
async function everyText(): Promise<string> {
  const { db } = backend.store;
  return JSON.stringify([
    await codeRows(),
    await orders(),
    await backend.attempts(),
    await db.selectFrom('backend_professional_codes').selectAll().execute(),
    await db.selectFrom('backend_mails').selectAll().execute(),
    await db.selectFrom('backend_keys').selectAll().execute(),
  ]);
}

/** The store as the release before left it: codes in plain, and no key. @returns a process of this release that is new beside it */
async function upgrade() {
  const { db } = backend.store;
  await db.deleteFrom('backend_keys').execute();
  await db.deleteFrom('backend_activation_codes').execute();
  await insertPlain('PREPAID-FULL', 12000);
  await insertPlain(CODE, 4000);
  await insertPlain('PREPAID-USED', 12000, '2026-02-01T00:00:00.000Z');
  return backend.openReplica();
}

function insertPlain(code: string, amount: number, spentAt: string | null = null) {
  return backend.store.db
    .insertInto('backend_activation_codes')
    .values({ code, amount, currency: 'USD', spent_at: spentAt, spent_by: null })
    .execute();
}

/** What a process of the release before does. */
const spendAsBefore = async (code: string) =>
  (
    await backend.store.db
      .updateTable('backend_activation_codes')
      .set({ spent_at: '2026-03-01T12:00:00.000Z', spent_by: 'an order of before' })
      .where('code', '=', code)
      .where('spent_at', 'is', null)
      .returning('code')
      .execute()
  ).length;

describe('activation codes', () => {
  it('stand nowhere in the store in plain, and are shown whole to who typed them', async () => {
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { order: PLUS, codes: [' prepaid-40 '] });
    const { data } = await backend.pay(signup, request);
    const answer = {
      receipt: { paymentCodeDetails: [{ code: 'prepaid-40' }] },
      registration: { promoCodes: [' prepaid-40 '] },
    };
    expect(data).toMatchObject({ answer });
    expect(await everyText()).not.toMatch(/prepaid/i);
    const [order] = await orders();
    expect(JSON.parse(order!.receipt)).toMatchObject({ paymentCodeDetails: [{ code: '…-40', amount: 4000 }] });
    expect(JSON.parse(order!.pricing)).toMatchObject({ request: { paymentCodes: ['…-40'] } });
    expect((await codeRows()).map(({ spent_by }) => spent_by)).toContain(order!.id);

    const [attempt] = await backend.attempts();
    expect(attempt).toMatchObject({
      state: 'settled',
      are_codes_masked: 1,
      sealed_codes: expect.any(String) as string,
    });
    await backend.purge();
    expect(await backend.attempts()).toEqual([{ ...attempt!, sealed_codes: null }]);
    expect(await backend.lookUp(signup)).toMatchObject({ answer });
  });

  it('are not found by their hash, nor with the key of another store', async () => {
    const signup = await backend.signUp();
    const stolen = (await codeRows()).map(({ code }) => code);
    expect(stolen.every((code) => /^k1\.[\w-]{43}$/.test(code))).toBe(true);
    expect((await backend.priceOf(signup, PLUS, { codes: stolen })).paymentCodeDetails).toEqual([]);
    const other = await openTestBackend();
    const others = await other.store.db.selectFrom('backend_activation_codes').select('code').execute();
    await other.close();
    expect(others.filter(({ code }) => stolen.includes(code))).toEqual([]);
  });

  it('that an operator adds in plain count at once, are hashed by the job, and count once where they were there', async () => {
    const signup = await backend.signUp();
    await insertPlain('ADDED-BY-HAND', 4000);
    const price = async (code: string) => (await backend.priceOf(signup, PLUS, { codes: [code] })).paymentCodeDetails;
    expect(await price('added-by-hand')).toHaveLength(1);
    await backend.purge();
    expect(await everyText()).not.toMatch(/ADDED-BY-HAND/);
    expect(await price('added-by-hand')).toHaveLength(1);

    const request = await backend.requestFor(signup, { codes: ['ADDED-BY-HAND'] });
    expect((await backend.pay(signup, request)).data).toMatchObject({ state: 'paid' });
    await insertPlain('ADDED-BY-HAND', 4000);
    expect(await price('ADDED-BY-HAND')).toEqual([]);
    const before = (await codeRows()).length;
    await backend.purge();
    expect(await codeRows()).toHaveLength(before - 1);
    expect(await price('ADDED-BY-HAND')).toEqual([]);
  });
});

describe('during an upgrade', () => {
  it('codes stay as the release before finds them, each is spent once by either, and then they are hashed', async () => {
    const replica = await upgrade();
    await replica.purge();
    expect((await codeRows()).map(({ code }) => code)).toEqual([CODE, 'PREPAID-FULL', 'PREPAID-USED']);

    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { codes: [CODE] });
    expect(await spendAsBefore(CODE)).toBe(1);
    const late = await backend.payWith(replica.client, signup, request, 'late');
    expect(late.error).toMatchObject({ code: 'PRICE_CHANGED' });

    const free = await backend.requestFor(signup, { order: ESSENTIALS, codes: ['PREPAID-FULL'], nonce: null });
    expect((await backend.payWith(replica.client, signup, free, 'free')).data).toMatchObject({ state: 'paid' });
    expect(await spendAsBefore('PREPAID-FULL')).toBe(0);

    backend.advance(24 * HOUR_MS);
    await replica.purge();
    expect(await everyText()).not.toMatch(/prepaid/i);
    expect((await codeRows()).map(({ spent_by }) => spent_by)).toContain('an order of before');
    // Another process with the demo's fixtures adds none of them again.
    await backend.openReplica();
    expect(await codeRows()).toHaveLength(3);
  });

  it("a professional's codes are hashed with the others, and can still be read by them", async () => {
    const replica = await upgrade();
    const { db } = backend.store;
    await db.insertInto('backend_professional_codes').values({ code: CODE, professional_id: 'iris' }).execute();
    backend.advance(24 * HOUR_MS);
    await replica.purge();
    const [kept] = await db.selectFrom('backend_professional_codes').selectAll().execute();
    expect((await codeRows()).map(({ code }) => code)).toContain(kept!.code);
    expect(backend.pepper.open(kept!.sealed_code!)).toBe(CODE);
  });

  it('a payment that was begun can be finished by a process of either release', async () => {
    const replica = await upgrade();
    const finished = await begin(replica);
    expect(finished.request).toContain(CODE);
    expect(JSON.parse(finished.pricing)).toMatchObject({ paymentCodeDetails: [{ code: CODE }] });

    // The codes are hashed before it is gone on with.
    backend.advance(25 * HOUR_MS);
    await replica.purge();
    expect((await backend.attempts())[0]!.request).toContain(CODE);
    expect(await replica.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect(await backend.attempts()).toMatchObject([{ state: 'settled' }]);
    expect((await codeRows())[0]).toMatchObject({ spent_by: finished.order_id });
    await replica.purge();
    expect(await everyText()).not.toMatch(/prepaid/i);
  });

  it('a payment that is begun later is finished by another process of this release', async () => {
    const begun = await begin(backend);
    expect(begun.request + begun.pricing).not.toMatch(/prepaid/i);
    const other = await backend.openReplica();
    backend.advance(HOUR_MS);
    expect(await other.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect((await orders()).map(({ id }) => id)).toEqual([begun.order_id]);
    expect((await codeRows())[0]).toMatchObject({ spent_by: begun.order_id });
  });

  /** A payment with a code whose process dies before the order is made. */
  async function begin(by: Pick<TestBackend, 'client'>) {
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { codes: [CODE] });
    await backend.store.db.schema.alterTable('backend_orders').renameTo('hidden').execute();
    expect((await backend.payWith(by.client, signup, request, 'key')).data).toEqual({ state: 'pending' });
    await backend.store.db.schema.alterTable('hidden').renameTo('backend_orders').execute();
    const [attempt] = await backend.attempts();
    return attempt!;
  }
});

describe('the pepper', () => {
  it('seals what an older release left bare, and a new one seals it anew without the codes', async () => {
    const { db } = backend.store;
    const bare = { security_answer_hash: await hashPassword('maple'), security_code_hash: await hashPassword('4711') };
    await db.updateTable('backend_accounts').set(bare).where('id', '=', 'demo-taken').execute();
    await db.updateTable('backend_invitations').set(bare).where('id', '=', '9001').execute();
    expect((await countByPepper(db)).get('bare')).toBe(4);
    await backend.purge();
    const [id] = backend.pepper.keyIds;
    expect(await countByPepper(db)).toEqual(new Map([[id, 5]]));
    expect((await accountOf('demo-taken')).security_code_hash).not.toContain('argon2');

    const both = createSealing([NEW_PEPPER, TEST_PEPPER], 'pepper');
    const rotated = await backend.openReplica({ pepper: both });
    await rotated.purge();
    expect(await countByPepper(db)).toEqual(new Map([[both.keyIds[0], 5]]));
    const kept = await accountOf('demo-taken');
    const alone = createSealing([NEW_PEPPER], 'pepper');
    expect(await verify(alone.open(kept.security_code_hash!), '4711')).toBe(true);
    expect(await verify(alone.open(kept.security_answer_hash!), 'maple')).toBe(true);

    // Codes are found with the new pepper alone, and a process with the old one does not start.
    const last = await backend.openReplica({ pepper: alone });
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { codes: [CODE] });
    expect((await backend.payWith(last.client, signup, request, 'key')).data).toMatchObject({ state: 'paid' });
    await expect(backend.openReplica()).rejects.toThrow('Neither PEPPER nor the file pepper');
  });

  const accountOf = (id: string) =>
    backend.store.db.selectFrom('backend_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
});
