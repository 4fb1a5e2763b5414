import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, parentNamed, type TestBackend } from '~tests/servers/embedded-backend';
import { BEN, invitedIn, payAs, renewFor, requestOf, tellAll } from '~tests/walks/invited-parent';
import { findFullScans, recordStatements } from '~tests/servers/statements';
import type { AttemptDraft } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { answersOf, hashSecrets } from '~/backend/embedded/people/sections.server';
import { createSealing } from '~/lib/sealing.server';
import { privacy as command } from './privacy';
import type { Db } from '~/store/store';

const SECRET = 'a secret for tests alone, thirty-two';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

/** Runs the command as an operator does, next to the server. */
const privacy = (...args: string[]) =>
  callCommandOn(backend, command, [...args, ...(args[0] === 'erase' ? ['--by', 'olga', '--yes'] : [])]);

async function pay(email: string) {
  const signup = await backend.signUp({ email });
  await backend.pay(signup, await backend.requestFor(signup));
}

/** Stores an open payment with the order id `open`. */
async function insertOpen(draft: AttemptDraft, db: Db = backend.store.db): Promise<void> {
  const at = '2026-03-01T12:00:00.000Z';
  const open = { order_id: 'open', number: 1, state: 'unknown' as const, created_at: at, updated_at: at };
  await db
    .insertInto('backend_payment_attempts')
    .values({ ...draft, ...open })
    .execute();
}

/** Returns the whole store as text, with sealed values opened. */
async function everything(): Promise<string> {
  const { db } = backend.store;
  const rows = await Promise.all(
    (
      [
        'backend_registrations',
        'backend_accounts',
        'backend_invitations',
        'backend_families',
        'backend_orders',
        'backend_payment_attempts',
        'backend_mails',
        'backend_tokens',
      ] as const
    ).map((table) => db.selectFrom(table).selectAll().execute()),
  );
  // Postgres returns rows in any order.
  for (const table of rows) table.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  const sealing = createSealing([SECRET], 'backend');
  return JSON.stringify(rows).replace(/[\w-]{8}\.[\w-]{40,}/g, (sealed) => sealing.open(sealed));
}

it('exports a person’s data, and deletes it except payment amounts', async () => {
  await backend.signUp({ email: 'Ann@Example.com' });
  await pay('ann@example.com');
  await backend.signUp({ email: 'somebody.else@example.com' });
  const sealing = createSealing([SECRET], 'session');
  const session = (id: string, email: string) => ({
    id,
    data: sealing.seal(JSON.stringify({ parent: { email } })),
    created_at: '2026-03-01',
    expires_at: '2026-03-02',
  });
  const sessions = [session('hers', 'Ann@example.com'), session('other', 'joann@example.com')];
  await backend.store.db.insertInto('sessions').values(sessions).execute();

  const exported = await privacy('export', 'ANN@example.com');
  expect(exported.code).toBe(0);
  const data = JSON.parse(exported.said) as Record<string, unknown[]>;
  expect(data).toMatchObject({ sessions: 1, orders: [{ package_id: '2021' }], paymentAttempts: [{ amount: 17_955 }] });
  expect([data.accounts, data.registrations, data.mails].map((rows) => rows?.length)).toEqual([1, 2, 2]);
  expect(exported.said).toContain('12 Elm Street');
  expect(exported.said).not.toMatch(/_hash|sealed_|somebody/);

  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  const left = await everything();
  expect(left).not.toMatch(/ann@example/i);
  const { db } = backend.store;
  const records = [await backend.attempts(), await db.selectFrom('backend_orders').selectAll().execute()];
  expect(JSON.stringify(records)).not.toMatch(/Elm Street|55101|6125550100/);
  expect(records[1]).toMatchObject([{ receipt: expect.stringContaining('"cardLastFour":null') as string }]);
  expect(await db.selectFrom('backend_families').selectAll().execute()).toEqual([]);
  expect(left).toContain('somebody.else@example.com');
  expect(await backend.attempts()).toMatchObject([
    { amount: 17_955, currency: 'USD', state: 'settled', transaction_id: expect.any(String) as string },
  ]);
  expect(left).toMatch(/"country\\+":\\+"US/);
  const kept = await backend.store.db.selectFrom('sessions').select('id').execute();
  expect(kept).toEqual([{ id: 'other' }]);
  expect((await privacy('erase', 'ann@example.com')).said).toContain('No data is stored');
});

it.skipIf(inject('store') === 'Postgres')('leaves no data of an erased person in the store’s files', async () => {
  for (let other = 0; other < 20; other += 1) await backend.signUp({ email: `other-${other}@example.com` });
  await pay('ann@example.com');
  for (let other = 20; other < 40; other += 1) await backend.signUp({ email: `other-${other}@example.com` });
  expect(countCopies('ann@example.com')).toBeGreaterThan(0);
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(['ann@example.com', '"cardLastFour":"1111"'].map(countCopies)).toEqual([0, 0]);
  expect(countCopies('other-0@example.com')).toBeGreaterThan(0);
});

/** Counts the text in the store's files. Excludes the sandbox's records, which belong to the provider. */
function countCopies(text: string): number {
  const names = readdirSync(backend.dataDir).filter((name) => name.startsWith('joinery.db'));
  const files = names.map((name) => readFileSync(join(backend.dataDir, name), 'latin1'));
  return files.reduce((sum, bytes) => sum + bytes.split(text).length - 1, 0);
}

it('removes a co-parent from another parent’s answers, and keeps the rest', async () => {
  await pay('ann@example.com');
  const exported = await privacy('export', 'ben@example.com');
  const coParent = expect.objectContaining({ email: 'ben@example.com' }) as object;
  expect(JSON.parse(exported.said)).toMatchObject({ toldByOthers: [{ id: expect.any(String) as string, coParent }] });
  expect(exported.said).not.toMatch(/ann@example|Elm Street|Cy/);
  expect(await privacy('erase', 'ben@example.com')).toEqual({ code: 0, said: expect.any(String) as string });
  const left = await everything();
  expect(left).not.toContain('ben@example.com');
  expect(left).toContain('ann@example.com');
  expect(await backend.attempts()).toMatchObject([{ state: 'settled', sealed_answer: expect.any(String) as string }]);
});

/** Pays as Ann, who names Ben. @returns the data of Ben's invite */
async function inviteBen() {
  await pay('ann@example.com');
  const mails = backend.store.db.selectFrom('backend_mails').select('sealed_content').where('kind', '=', 'invite');
  const { sealed_content } = await mails.executeTakeFirstOrThrow();
  return invitedIn((JSON.parse(createSealing([SECRET], 'backend').open(sealed_content)) as { text: string }).text);
}

it.each(['ben@example.com', 'ben.at.work@example.com'])(
  'finds an invited parent who paid with another e-mail, by %s',
  async (email) => {
    const invited = await inviteBen();
    await tellAll(backend.client, invited, { ...BEN, email: 'Ben.at.work@example.com' });
    await backend.signUp({ email: 'ben.at.work@example.com' });
    await payAs(backend.client, invited, await requestOf(backend, invited));
    const { said } = await privacy('export', email);
    const exported = JSON.parse(said) as Record<string, { email: string; recipient: string }[]>;
    expect([...exported.emails!].sort()).toEqual(['ben.at.work@example.com', 'ben@example.com']);
    expect(exported.accounts).toMatchObject([{ id: invited.userId, email: 'ben.at.work@example.com' }]);
    expect(exported.orders).toMatchObject([{ account_id: invited.userId }]);
    expect(exported.registrations).toMatchObject([{ email: 'ben.at.work@example.com' }]);
    expect(exported.toldByOthers).toHaveLength(2);
    expect(new Set(exported.mails!.map(({ recipient }) => recipient.toLowerCase()))).toEqual(new Set(exported.emails));
    expect(said).not.toContain('ann@example.com');
    expect((await privacy('erase', email, '--dry-run')).said).toMatch(/^Would find for ben\S+, ben\S+:\n/);
    const erased = await privacy('erase', email);
    const named = String.raw`ben\S+, ben\S+`;
    expect(erased.said).toMatch(new RegExp(`^About to delete the data stored for ${named}\\.\nFor ${named}:\n`));
    expect(erased.code).toBe(0);
    const left = await everything();
    expect(left).not.toMatch(/ben(\.at\.work)?@example/i);
    expect(left).toContain('ann@example.com');
    expect((await privacy('erase', email)).said).toContain('No data is stored');
  },
);

it('finds no other person who typed their e-mail into the invite of a parent, unpaid or in the same family', async () => {
  const { db } = backend.store;
  const invited = await inviteBen();
  await pay('ex@example.com');
  await tellAll(backend.client, invited, { ...BEN, email: 'ex@example.com' });
  const emailsOf = async (email: string) => (await exportOf(email)).emails;
  expect(await emailsOf('ben@example.com')).toEqual(['ben@example.com']);
  expect(await emailsOf('ex@example.com')).toEqual(['ex@example.com']);
  await tellAll(backend.client, invited, { ...BEN, email: 'ben.at.work@example.com' });
  await payAs(backend.client, invited, await requestOf(backend, invited));
  // As with a duplicate that the payer confirmed.
  await db.updateTable('backend_accounts').set({ email: 'ann@example.com' }).where('id', '=', invited.userId).execute();
  expect(await emailsOf('ben@example.com')).toEqual(['ben@example.com']);
  expect(await emailsOf('ann@example.com')).toEqual(['ann@example.com']);
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
  const accounts = await db.selectFrom('backend_accounts').select('email').execute();
  expect(accounts.map(({ email }) => email).sort()).toEqual(['ann@example.com', 'ann@example.com', 'ex@example.com']);
});

it.each(['unpaid', 'paid'])('treats an e-mail typed into an open %s invite as another person’s', async (kind) => {
  const { db } = backend.store;
  const invited = await inviteBen();
  if (kind === 'paid')
    await db.updateTable('backend_invitations').set({ is_subscription_paid: 1, package_id: '2021' }).execute();
  await tellAll(backend.client, invited, { ...BEN, email: 'Typed@example.org' });
  const pricing = JSON.stringify({ request: { address: { line1: '7 Oak Avenue', region: 'TX', country: 'US' } } });
  await insertOpen({ ...attemptDraft(invited.userId), payer: 'invitation', pricing });
  await db.updateTable('backend_payment_attempts').set({ state: 'declined' }).where('order_id', '=', 'open').execute();
  const invite = () => db.selectFrom('backend_invitations').selectAll().execute();
  const links = () => db.selectFrom('backend_tokens').selectAll().where('purpose', '=', 'invite').execute();
  const [before, linksBefore] = [await invite(), await links()];
  const typedInto = 'the open invite of ben@example.com, into which this e-mail was typed';

  const { said } = await privacy('export', 'typed@example.org');
  const end = said.lastIndexOf('}') + 1;
  const exported = JSON.parse(said.slice(0, end)) as Record<string, object[]>;
  expect(exported.typedIntoInvites).toEqual([{ id: invited.userId, email: 'Typed@example.org' }]);
  expect([exported.invitations, exported.tokens, exported.paymentAttempts]).toEqual([[], [], []]);
  expect(said.slice(0, end)).not.toMatch(/ben@|Ben|6125550199|Oak Avenue|Chicago/);
  expect(said.slice(end).trim()).toBe(`Not included: ${typedInto}. Ask whose it is.`);

  const ofBen = await exportOf('ben@example.com');
  expect(ofBen.invitations).toMatchObject([{ id: invited.userId, answers: {} }]);
  expect(JSON.stringify(ofBen)).not.toMatch(/Oak Avenue|Chicago/);
  expect(ofBen.after).toBe('Not included: answers with Typed@example.org in their open invite. Ask whose it is.');

  const dry = await privacy('erase', 'typed@example.org', '--dry-run');
  expect(dry.said).toBe(
    `Would find for typed@example.org:\n1 typedIntoInvites: answers removed, the invite stays\nNot included: ${typedInto}. Ask whose it is.\n`,
  );
  expect(await invite()).toEqual(before);
  const erased = await privacy('erase', 'typed@example.org');
  expect(erased).toMatchObject({ code: 0, said: expect.stringContaining(`Not included: ${typedInto}.`) as string });
  expect(await invite()).toEqual([{ ...before[0]!, answers: '{}' }]);
  expect(await links()).toEqual(linksBefore);
  expect(await everything()).not.toMatch(/typed@example|Oak Avenue/i);
  expect((await privacy('erase', 'typed@example.org')).said).toContain('No data is stored');
  expect((await exportOf('ben@example.com')).after).toBe('');
});

it('does not delete an e-mail typed into an invite whose payment is open', async () => {
  const invited = await inviteBen();
  await tellAll(backend.client, invited, { ...BEN, email: 'typed@example.org' });
  await insertOpen({ ...attemptDraft(invited.userId), payer: 'invitation' });
  const before = await everything();
  expect(await privacy('erase', 'typed@example.org')).toMatchObject({
    code: 1,
    said: expect.stringContaining('(open)') as string,
  });
  expect(await everything()).toBe(before);
});

/** Exports a person's data. @returns it, and the lines after it */
async function exportOf(email: string) {
  const { said } = await privacy('export', email);
  const end = said.lastIndexOf('}') + 1;
  const data = JSON.parse(said.slice(0, end)) as { emails: string[]; orders: object[]; invitations: object[] };
  return { ...data, after: said.slice(end).trim() };
}

/** Pays as two people whom different parents invited by the same mailbox, each with another e-mail. */
async function inviteSmiths(): Promise<void> {
  for (const [ex, own] of [
    ['ex1@example.com', 'john@example.com'],
    ['ex2@example.com', 'mary@example.com'],
  ] as const) {
    await pay(ex);
    const { db } = backend.store;
    const mails = db.selectFrom('backend_mails').select('sealed_content').where('kind', '=', 'invite');
    const { sealed_content } = await mails.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    const invited = invitedIn(
      (JSON.parse(createSealing([SECRET], 'backend').open(sealed_content)) as { text: string }).text,
    );
    await tellAll(backend.client, invited, { ...BEN, email: own });
    await payAs(backend.client, invited, await requestOf(backend, invited), `pays-${own}`);
    backend.advance(60_000);
  }
}

it('follows a mailbox of two invited parents to neither, and names them', async () => {
  const { db } = backend.store;
  await inviteSmiths();
  const john = await exportOf('john@example.com');
  expect([john.emails, john.orders.length]).toEqual([['john@example.com'], 1]);
  expect(john.after).toMatch(/^Not included: ben@example\.com\. /);
  const shared = await exportOf('ben@example.com');
  expect([shared.emails, shared.orders, shared.invitations]).toEqual([['ben@example.com'], [], []]);
  expect(shared.after).toMatch(/^Not included: john@example\.com, mary@example\.com\. /);
  const invitations = () => db.selectFrom('backend_invitations').select('answers').execute();
  const links = () => db.selectFrom('backend_tokens').select('token_hash').execute();
  const linksBefore = await links();
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
  expect(await invitations()).toHaveLength(2);
  expect(await links()).toEqual(linksBefore);
  const erased = await privacy('erase', 'john@example.com');
  expect([erased.code, erased.said]).toEqual([0, expect.stringMatching(/^Not included: ben@example\.com\. /)]);
  const accounts = await db.selectFrom('backend_accounts').select('email').execute();
  expect(accounts.map(({ email }) => email).sort()).toEqual(['ex1@example.com', 'ex2@example.com', 'mary@example.com']);
  expect((await exportOf('mary@example.com')).orders).toHaveLength(1);
  expect(await invitations()).toMatchObject([{ answers: expect.stringContaining('mary@example.com') as string }]);
});

it.each(['an account', 'a sign-up', 'an open invite'])(
  'links no invited e-mail with which another person has %s',
  async (kind) => {
    const invited = await inviteBen();
    await tellAll(backend.client, invited, { ...BEN, email: 'ben.at.work@example.com' });
    await payAs(backend.client, invited, await requestOf(backend, invited));
    if (kind === 'an open invite') await pay('ex2@example.com');
    else {
      const signup = await backend.signUp({ email: 'ben@example.com' });
      if (kind === 'an account') await backend.pay(signup, await backend.requestFor(signup), 'key-2');
    }
    for (const [email, other] of [
      ['ben@example.com', 'ben.at.work@example.com'],
      ['ben.at.work@example.com', 'ben@example.com'],
    ] as const) {
      const { emails, after } = await exportOf(email);
      expect([emails, after]).toEqual([[email], expect.stringContaining(`Not included: ${other}. `)]);
    }
    expect(await privacy('erase', 'ben.at.work@example.com')).toMatchObject({ code: 0 });
    expect(await everything()).not.toContain('ben.at.work@example.com');
    const kept = kind === 'an open invite' ? ('backend_invitations' as const) : ('backend_registrations' as const);
    const rows = backend.store.db.selectFrom(kept).select('id').where('email', '=', 'ben@example.com');
    expect(await rows.execute()).toHaveLength(1);
  },
);

it('removes a co-parent although no secret opens the payment response, which stays dropped', async () => {
  await pay('ann@example.com');
  const [paid] = await backend.attempts();
  writeFileSync(join(backend.dataDir, 'session-secret'), 'a new secret after the first one leaked');
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
  const [attempt] = await backend.attempts();
  expect(attempt).toMatchObject({ state: 'settled', sealed_answer: expect.any(String) as string });
  expect(attempt!.sealed_answer).not.toBe(paid!.sealed_answer);
  await backend.store.db
    .updateTable('backend_registrations')
    .set({
      answers: JSON.stringify({
        FAMILY: { coParent: { firstName: 'B', lastName: 'L', email: 'ben@example.com' }, children: [] },
      }),
    })
    .execute();
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
});

it('exports a child’s own entry, and removes only the e-mail from what the parents told, unless they are paying', async () => {
  const { db } = backend.store;
  const tellChildren = async (email: string) => {
    const signup = await backend.signUp({ email });
    const coParent = { firstName: 'Ben', lastName: 'Lee', email: 'ben@example.com' };
    const children = [
      { firstName: 'Cy', lastName: 'Lee', email: 'Cy@example.com' },
      { firstName: 'Di', lastName: 'Lee', email: 'di@example.com' },
    ];
    await backend.client.registrations.update({
      params: { signupId: signup.signupId },
      headers: signup.headers,
      body: { sections: ['FAMILY'], coParent, coParentDuplicateConfirmed: false, children },
    });
    return signup;
  };
  const paid = await tellChildren('ann@example.com');
  await backend.pay(paid, await backend.requestFor(paid));
  const { signupId } = await tellChildren('eve@example.com');
  const { answers } = await db
    .selectFrom('backend_registrations')
    .select('answers')
    .where('id', '=', signupId)
    .executeTakeFirstOrThrow();
  await insertOpen({ ...attemptDraft(signupId), request: JSON.stringify({ answers, payForCoparent: true }) });
  const { said } = await privacy('export', 'cy@example.com');
  const children = [{ firstName: 'Cy', lastName: 'Lee', email: 'Cy@example.com' }];
  const { childEntries } = JSON.parse(said) as { childEntries: { of: string }[] };
  expect(childEntries.map(({ of }) => of)).toEqual(['registration', 'registration', 'family']);
  expect(childEntries).toEqual(childEntries.map((entry) => ({ ...entry, children })));
  expect(said).not.toMatch(/ann@|ben@|di@|eve@/);
  const before = await everything();
  const reason = 'a payment is not finished (open). See npm run payments, and its settlements.';
  expect(await privacy('erase', 'cy@example.com')).toEqual({ code: 1, said: `Nothing was deleted: ${reason}\n` });
  expect(await everything()).toBe(before);
  await db.updateTable('backend_payment_attempts').set({ state: 'declined' }).where('order_id', '=', 'open').execute();
  expect(await privacy('erase', 'cy@example.com')).toEqual({
    code: 0,
    said: '3 childEntries: e-mail removed, the name stays with the family\n',
  });
  const left = await everything();
  expect(left).not.toMatch(/cy@example/i);
  expect(left.split('di@example.com')).toHaveLength(5);
  const families = await db.selectFrom('backend_families').select('children').execute();
  expect(families.map(({ children: kept }) => JSON.parse(kept) as object[])).toMatchObject([
    [
      { firstName: 'Cy', email: null },
      { firstName: 'Di', email: 'di@example.com' },
    ],
  ]);
  expect((await privacy('erase', 'cy@example.com')).said).toContain('No data is stored');
});

it('removes a co-parent from the copy of the answers in an open payment, and exports no copy', async () => {
  const { db } = backend.store;
  const { signupId } = await backend.signUp({ email: 'ann@example.com' });
  const { answers } = await db.selectFrom('backend_registrations').select('answers').executeTakeFirstOrThrow();
  await insertOpen({ ...attemptDraft(signupId), request: JSON.stringify({ answers }) });
  const { paymentAttempts } = JSON.parse((await privacy('export', 'ann@example.com')).said) as Record<string, object[]>;
  expect(paymentAttempts).toMatchObject([{ order_id: 'open', request: {} }]);
  expect(JSON.stringify(paymentAttempts)).not.toContain('@example.com');
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
  expect(await everything()).not.toContain('ben@example.com');
  expect((await backend.attempts())[0]!.request).toContain('ann@example.com');
});

it('keeps a co-parent erased who is erased just before the other parent’s order is made', async () => {
  const { db } = backend.store;
  const begin = db.transaction.bind(db);
  const paymentMoved = (state: string) => {
    if (state !== 'authorised') return;
    vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      const transaction = begin();
      const { execute } = transaction;
      transaction.execute = async (work) => {
        expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
        return execute.call(transaction, work) as never;
      };
      return transaction;
    });
  };
  const { client } = await backend.openReplica({ paymentMoved });
  const signup = await backend.signUp({ email: 'ann@example.com' });
  await backend.payWith(client, signup, await backend.requestFor(signup), 'key-1');
  expect(await backend.attempts()).toMatchObject([{ state: 'settled' }]);
  expect(await everything()).not.toContain('ben@example.com');
});

it('refuses to erase a co-parent for whom a payment is open', async () => {
  const { db } = backend.store;
  const { signupId } = await backend.signUp({ email: 'ann@example.com' });
  const { answers } = await db.selectFrom('backend_registrations').select('answers').executeTakeFirstOrThrow();
  await insertOpen({ ...attemptDraft(signupId), request: JSON.stringify({ answers, payForCoparent: true }) });
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 1 });
  expect((await backend.attempts())[0]!.request).toContain('ben@example.com');
});

it('deletes the sign-up of an account whose e-mail another tab changed during the payment', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  const request = await backend.requestFor(signup);
  const { authorise } = backend.sandbox;
  vi.spyOn(backend.sandbox, 'authorise').mockImplementation(async (...sale) => {
    const body = { sections: ['PARENT' as const], parent: parentNamed('second@example.com') };
    await backend.client.registrations.update({
      params: { signupId: signup.signupId },
      headers: signup.headers,
      body,
    });
    return authorise(...sale);
  });
  await backend.pay(signup, request);
  const exported = await privacy('export', 'ann@example.com');
  expect(JSON.parse(exported.said)).toMatchObject({
    registrations: [{ id: signup.signupId, email: 'ann@example.com' }],
    paymentAttempts: [{ card_last_four: '1111' }],
  });
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'needs-operator' }).execute();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 1 });
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'settled' }).execute();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await everything()).not.toMatch(/(ann|second|ben)@example|Elm Street|6125550100|1111"/);
  expect(await backend.attempts()).toMatchObject([{ state: 'settled', sealed_answer: null, card_last_four: null }]);
});

it('deletes the invite mails that name an erased parent, and keeps those of others to the same mailbox', async () => {
  const { db } = backend.store;
  const inviteMails = () => db.selectFrom('backend_mails').selectAll().where('kind', '=', 'invite').execute();
  await pay('ann@example.com');
  const [sent] = await inviteMails();
  await db.updateTable('backend_mails').set({ sent_at: '2026-03-01' }).where('id', '=', sent!.id).execute();
  const token = /token=([\w-]+)/.exec(createSealing([SECRET], 'backend').open(sent!.sealed_content))?.[1] ?? '';
  backend.advance(60_000);
  await backend.client.invites.renew({ headers: {}, body: { inviteToken: token } });
  const eve = await backend.signUp({ email: 'eve@example.com', firstName: 'Eve' });
  await backend.pay(eve, await backend.requestFor(eve));
  expect(await inviteMails()).toHaveLength(3);
  expect(await everything()).toContain('Ann named you');
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await inviteMails()).toMatchObject([{ recipient: 'ben@example.com', sent_at: null }]);
  const left = await everything();
  expect(left).toContain('Eve named you');
  expect(left).not.toContain('Ann');
});

it('deletes the mails and sessions of a deleted invite also with another e-mail', async () => {
  const { db } = backend.store;
  const invited = await inviteBen();
  await tellAll(backend.client, invited, { ...BEN, email: 'private@example.org' });
  backend.advance(60_000);
  await renewFor(backend.client, invited.token);
  const recipients = () => db.selectFrom('backend_mails').select('recipient').where('kind', '=', 'invite').execute();
  expect(await recipients()).toContainEqual({ recipient: 'private@example.org' });
  const data = JSON.stringify({ inviteId: invited.userId, parent: { email: 'private@example.org' } });
  const session = { id: 'his', data: createSealing([SECRET], 'session').seal(data) };
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: '2026-03-01', expires_at: '2026-03-02' })
    .execute();
  expect((await privacy('erase', 'ben@example.com', '--dry-run')).said).toContain('1 sessions');
  expect(await privacy('erase', 'ben@example.com')).toMatchObject({ code: 0 });
  expect(await recipients()).toEqual([]);
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
});

it('exports the answers of an invited parent without the hashes of their secrets', async () => {
  await pay('ann@example.com');
  const question = { securityQuestion: 'Which pet?', securityAnswer: 'maple' };
  const sealed = answersOf(await hashSecrets(backend.pepper, { SECURITY_QUESTION: question }));
  await backend.store.db.updateTable('backend_invitations').set(sealed).execute();
  const { said } = await privacy('export', 'ben@example.com');
  const { invitations } = JSON.parse(said) as { invitations: { answers: object }[] };
  expect(invitations[0]!.answers).toEqual({ SECURITY_QUESTION: { securityQuestion: 'Which pet?' } });
  expect(said).not.toMatch(/[\w-]{8}\.[\w-]{40,}|_sealed_by/);
});

it('does not delete a person whose payment is unfinished', async () => {
  await pay('ann@example.com');
  const before = await everything();
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'needs-operator' }).execute();
  const refused = await privacy('erase', 'ann@example.com');
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('npm run payments')]);
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'settled' }).execute();
  expect(await everything()).toBe(before);
});

it.each([
  ['a person', 'registration'],
  ['the inviter of a person', 'invitation'],
] as const)('does not delete %s before an operator has dealt with their failed refund', async (_what, payer) => {
  await pay('ann@example.com');
  const { db } = backend.store;
  if (payer === 'invitation') {
    const { id } = await db.selectFrom('backend_invitations').select('id').executeTakeFirstOrThrow();
    await insertOpen({ ...attemptDraft(id), payer });
    await db
      .updateTable('backend_payment_attempts')
      .set({ state: 'refunded' })
      .where('order_id', '=', 'open')
      .execute();
  }
  const { order_id } = (await backend.attempts()).find((attempt) => attempt.payer === payer)!;
  const at = backend.clock.now().toISOString();
  const failed = { order_id, transaction_id: 'sale', state: 'refund-failed', reason: null } as const;
  await db
    .insertInto('backend_settlements')
    .values({ ...failed, submitted_at: at, updated_at: at, waiting_since: at, next_look_at: null })
    .execute();
  const before = await everything();
  const refused = await privacy('erase', 'ann@example.com');
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(`(${order_id})`)]);
  expect(await everything()).toBe(before);
  await db.updateTable('backend_settlements').set({ waiting_since: null }).execute();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
});

it('reports sessions that no secret opens, and in a dry run the open payment that prevents the deletion', async () => {
  await pay('ann@example.com');
  const data = createSealing(['another secret, of another time, long'], 'session').seal('"ann@example.com"');
  const times = { created_at: '2026-03-01', expires_at: '2026-03-02' };
  await backend.store.db
    .insertInto('sessions')
    .values({ id: 'unreadable', data, ...times })
    .execute();
  const unopened = '1 sessions cannot be opened with any secret and were not searched.\n';
  const exported = await privacy('export', 'ann@example.com');
  expect([exported.code, exported.said]).toEqual([1, expect.stringContaining(unopened)]);
  const dry = await privacy('erase', 'ann@example.com', '--dry-run');
  expect([dry.code, dry.said]).toEqual([
    1,
    expect.stringMatching(/^Would find for ann@example.com:[^]+1 sessions cannot be opened/),
  ]);
  await backend.store.db.deleteFrom('sessions').execute();
  expect(await privacy('erase', 'ann@example.com', '--dry-run')).toMatchObject({ code: 0 });
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'needs-operator' }).execute();
  const [attempt] = await backend.attempts();
  const refused = await privacy('erase', 'ann@example.com', '--dry-run');
  const prevented = `Nothing would be deleted: a payment is not finished (${attempt!.order_id}). See npm run payments, and its settlements.\n`;
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining(prevented)]);
});

it('does not delete a person while another parent’s invitation of the family has an open payment', async () => {
  await pay('ann@example.com');
  const { id } = await backend.store.db.selectFrom('backend_invitations').select('id').executeTakeFirstOrThrow();
  await insertOpen({ ...attemptDraft(id), payer: 'invitation' });
  const before = await everything();
  const refused = await privacy('erase', 'ann@example.com');
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('(open)')]);
  expect(await everything()).toBe(before);
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'settled' }).execute();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
});

it.runIf(inject('store') === 'Postgres').each([
  ['whose payment', 'ann@example.com'],
  ['whose parent’s payment', 'cy@example.com'],
])('does not delete a person %s begins meanwhile', async (_who, email) => {
  const { db } = backend.store;
  const { signupId, headers } = await backend.signUp({ email: 'ann@example.com' });
  await backend.client.registrations.update({
    params: { signupId },
    headers,
    body: {
      sections: ['FAMILY'],
      coParent: { firstName: 'Ben', lastName: 'Lee', email: 'ben@example.com' },
      coParentDuplicateConfirmed: false,
      children: [{ firstName: 'Cy', lastName: 'Lee', email: 'cy@example.com' }],
    },
  });
  const { erased } = await db.transaction().execute(async (pressing) => {
    // As a payment does, in another process.
    await pressing.updateTable('backend_registrations').set({ id: signupId }).where('id', '=', signupId).execute();
    const erasing = privacy('erase', email);
    await expect.poll(countWaiting).toBe(1);
    await insertOpen(attemptDraft(signupId), pressing);
    return { erased: erasing };
  });
  expect(await erased).toMatchObject({ code: 1, said: expect.stringContaining('(open)') as string });
  expect(await db.selectFrom('backend_registrations').select('id').execute()).toEqual([{ id: signupId }]);

  async function countWaiting(): Promise<number> {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  }
});

it('deletes nothing in a dry run, without an operator name or unconfirmed, and records the deletion without the e-mail', async () => {
  await pay('ann@example.com');
  const before = await everything();
  const erase = (...args: string[]) => callCommandOn(backend, command, ['erase', 'ann@example.com', ...args]);
  expect(await erase('--by', 'olga', '--dry-run')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 registrations') as string,
  });
  expect(await erase('--yes')).toMatchObject({ code: 2, said: expect.stringContaining('--by NAME') as string });
  expect(await erase('--by', 'olga')).toMatchObject({ code: 2, said: expect.stringContaining('--yes') as string });
  expect(await everything()).toBe(before);
  expect(await erase('--by', 'olga', '--why', 'asked by letter', '--yes')).toMatchObject({ code: 0 });
  const record = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
  expect(record).toMatchObject([{ action: 'person-erased', by: 'olga', why: 'asked by letter' }]);
  expect(JSON.stringify(record)).not.toContain('example.com');
});

it('deletes nothing if the deletion cannot be recorded', async () => {
  await pay('ann@example.com');
  const { db } = backend.store;
  const session = { id: 'hers', data: createSealing([SECRET], 'session').seal('"ann@example.com"') };
  await db
    .insertInto('sessions')
    .values({ ...session, created_at: '2026-03-01', expires_at: '2026-03-02' })
    .execute();
  const before = await everything();
  await db.schema.alterTable('operator_actions').renameTo('hidden').execute();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 2 });
  await db.schema.alterTable('hidden').renameTo('operator_actions').execute();
  expect(await everything()).toBe(before);
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'hers' }]);
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
});

it.skipIf(inject('store') === 'Postgres')('blocks the server only while it reads the rows of the person', async () => {
  await pay('ann@example.com');
  const executions = recordStatements();
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  vi.restoreAllMocks();
  const locked = executions.flatMap(({ statement, isLocked }) => (isLocked ? [statement] : []));
  expect(locked.filter((statement) => /\bfrom "backend_\w+"/.test(statement)).length).toBeGreaterThan(10);
  const database = new Database(join(backend.dataDir, 'joinery.db'));
  expect(locked.flatMap((statement) => findFullScans(database, statement))).toEqual([]);
  database.close();
});

it.skipIf(inject('store') === 'Postgres')('reads the content of no mail, and whole tables only in pages', async () => {
  await pay('ann@example.com');
  const executions = recordStatements();
  await privacy('export', 'ann@example.com');
  await privacy('erase', 'ann@example.com');
  vi.restoreAllMocks();
  const statements = executions.map(({ statement }) => statement);
  const mails = statements.filter((statement) => statement.includes('from "backend_mails"'));
  expect(mails.length).toBeGreaterThan(2);
  expect(mails.filter((statement) => /sealed_content|select \*/.test(statement))).toEqual([]);
  expect(statements.filter((statement) => !/ where | distinct /.test(statement) && /^select/.test(statement))).toEqual(
    [],
  );
});

it.skipIf(inject('store') === 'Postgres')('reports data that the server stores during the deletion', async () => {
  await pay('ann@example.com');
  const other = new Database(join(backend.dataDir, 'joinery.db'));
  other.exec('create temp table paid as select * from backend_orders; delete from backend_orders');
  const { exec } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql: string) {
    if (sql === 'begin immediate') {
      spy.mockRestore();
      other.exec('insert into backend_orders select * from paid');
      other.exec(`insert into backend_mails (id, kind, recipient, language, sealed_content, created_at)
        values ('late', 'refund', 'ann@example.com', 'en', '', '2026-03-01')`);
    }
    return exec.call(this, sql);
  });
  const erased = await privacy('erase', 'ann@example.com');
  other.close();
  expect(erased).toMatchObject({ code: 1, said: expect.stringContaining('Run this command again') as string });
  expect(await privacy('erase', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await everything()).not.toMatch(/ann@example\.com|Elm Street/);
  expect(await backend.store.db.selectFrom('backend_orders').select('id').execute()).toHaveLength(1);
});
