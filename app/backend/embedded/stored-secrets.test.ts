import { verify } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { openTestBackend, PLUS, TEST_PEPPER, type TestBackend } from '~tests/servers/embedded-backend';
import { countByPepper } from './people/seal-hashes.server';
import { answersOf, hashSecrets, mergeAnswers, readAnswers } from './people/sections.server';

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

/** Returns every text of the tables that hold codes. */
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

function insertPlain(code: string, amount: number, spentAt: string | null = null) {
  return backend.store.db
    .insertInto('backend_activation_codes')
    .values({ code, amount, currency: 'USD', spent_at: spentAt, spent_by: null })
    .execute();
}

describe('activation codes', () => {
  it('are never stored in plain text, and are shown in full to the visitor who typed them', async () => {
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
    expect(attempt).toMatchObject({ state: 'settled', sealed_codes: expect.any(String) as string });
    await backend.purge();
    expect(await backend.attempts()).toEqual([{ ...attempt!, sealed_codes: null }]);
    expect(await backend.lookUp(signup)).toMatchObject({ answer });
  });

  it('cannot be used by their hash or with another store’s key', async () => {
    const signup = await backend.signUp();
    const stolen = (await codeRows()).map(({ code }) => code);
    expect(stolen.every((code) => /^k1\.[\w-]{43}$/.test(code))).toBe(true);
    expect((await backend.priceOf(signup, PLUS, { codes: stolen })).paymentCodeDetails).toEqual([]);
    const other = await openTestBackend();
    const others = await other.store.db.selectFrom('backend_activation_codes').select('code').execute();
    await other.close();
    expect(others.filter(({ code }) => stolen.includes(code))).toEqual([]);
  });

  it('work at once when inserted in plain text, are hashed by the purge, and work only once when inserted twice', async () => {
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

  it('are spent by the process that completes a dead process’s payment', async () => {
    const begun = await begin();
    expect(begun.request + begun.pricing).not.toMatch(/prepaid/i);
    const other = await backend.openReplica();
    backend.advance(HOUR_MS);
    expect(await other.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect((await orders()).map(({ id }) => id)).toEqual([begun.order_id]);
    expect((await codeRows())[0]).toMatchObject({ spent_by: begun.order_id });
  });

  /** Starts a payment with a code and kills its process before the order exists. */
  async function begin() {
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { codes: [CODE] });
    await backend.store.db.schema.alterTable('backend_orders').renameTo('hidden').execute();
    expect((await backend.payWith(backend.client, signup, request, 'key')).data).toEqual({ state: 'pending' });
    await backend.store.db.schema.alterTable('hidden').renameTo('backend_orders').execute();
    const [attempt] = await backend.attempts();
    return attempt!;
  }
});

describe('the pepper', () => {
  it('re-seals old values without needing the codes', async () => {
    const { db } = backend.store;
    const question = { securityQuestion: 'Which pet?', securityAnswer: 'maple' };
    const code = { securityCode: '4711', confirmCode: '4711' };
    const sealed = answersOf(await hashSecrets(backend.pepper, { SECURITY_QUESTION: question, SECURITY_CODE: code }));
    await db.updateTable('backend_accounts').set(sealed).where('id', '=', 'demo-taken').execute();
    // Only one of the two secrets is saved again after the change of pepper.
    const both = createSealing([NEW_PEPPER, TEST_PEPPER], 'pepper');
    const mixed = mergeAnswers(sealed.answers, await hashSecrets(both, { SECURITY_CODE: code }));
    await db.updateTable('backend_invitations').set(mixed).where('id', '=', '9001').execute();
    const [id] = backend.pepper.keyIds;
    expect(await countByPepper(db)).toEqual(new Map([[id, 3]]));

    const rotated = await backend.openReplica({ pepper: both });
    await rotated.purge();
    expect(await countByPepper(db)).toEqual(new Map([[both.keyIds[0], 3]]));
    const onlyNew = createSealing([NEW_PEPPER], 'pepper');
    for (const { answers } of [
      await rowOf('backend_accounts', 'demo-taken'),
      await rowOf('backend_invitations', '9001'),
    ]) {
      const stored = readAnswers(answers);
      expect(stored.securityQuestion).toBe('Which pet?');
      expect(await verify(onlyNew.open(stored.securityCode!), '4711')).toBe(true);
      expect(await verify(onlyNew.open(stored.securityAnswer!), 'maple')).toBe(true);
    }

    // Only the new pepper finds codes now, and a process with the old one does not start.
    const last = await backend.openReplica({ pepper: onlyNew });
    const signup = await backend.signUp();
    const request = await backend.requestFor(signup, { codes: [CODE] });
    expect((await backend.payWith(last.client, signup, request, 'key')).data).toMatchObject({ state: 'paid' });
    await expect(backend.openReplica()).rejects.toThrow('does not open this store');
  });

  it('skips and reports values that do not open, re-seals the others, and deletes expired data', async () => {
    const { db } = backend.store;
    const [id] = backend.pepper.keyIds;
    const insertCodes = (codes: { code: string; sealed_code: string }[]) =>
      db
        .insertInto('backend_professional_codes')
        .values(codes.map((code) => ({ ...code, professional_id: 'demo-taken' })))
        .execute();
    // More than one batch, before the row that opens.
    const damagedCodes = Array.from({ length: 250 }, (_, at) => `a${at}`);
    await insertCodes(damagedCodes.map((code) => ({ code, sealed_code: `${id}.damaged` })));
    await insertCodes([{ code: 'whole', sealed_code: backend.pepper.seal('CODE') }]);
    await db
      .updateTable('backend_accounts')
      .set({ answers: '{"SECURITY_CODE": damaged', answers_sealed_by: id })
      .where('id', '=', 'demo-taken')
      .execute();
    await backend.signUp();
    backend.advance(40 * 24 * HOUR_MS);
    const both = createSealing([NEW_PEPPER, TEST_PEPPER], 'pepper');
    const reported: { table: string; id: string }[] = [];
    const rotated = await backend.openReplica({ pepper: both, reportDamaged: (row) => void reported.push(row) });
    await rotated.purge();
    expect(await db.selectFrom('backend_registrations').select('id').execute()).toEqual([]);
    expect(reported).toContainEqual({ table: 'backend_accounts', id: 'demo-taken' });
    const codes = reported.flatMap((row) => (row.table === 'backend_professional_codes' ? [row.id] : []));
    expect(codes.sort()).toEqual(damagedCodes.sort());
    // The account and the codes remain; the whole code and the key for codes are re-sealed.
    expect(await countByPepper(db)).toEqual(
      new Map([
        [id, 251],
        [both.keyIds[0], 2],
      ]),
    );
  });

  const rowOf = (table: 'backend_accounts' | 'backend_invitations', id: string) =>
    backend.store.db.selectFrom(table).select('answers').where('id', '=', id).executeTakeFirstOrThrow();
});
