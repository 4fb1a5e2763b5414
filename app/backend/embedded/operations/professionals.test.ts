import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import { professionalBody } from '~tests/answers/professional-answers';
import type { ProfessionalStepBody, ProfessionalUserBody } from '~/backend/schemas/professional';
import { verifyPassword } from '~/backend/embedded/people/passwords.server';
import { readAnswers } from '~/backend/embedded/people/sections.server';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const create = (body: ProfessionalUserBody, key = 'key-1', language = 'en') =>
  safe(backend.client.professional.create({ headers: { 'idempotency-key': key, 'accept-language': language }, body }));
const validate = (body: ProfessionalStepBody, language = 'en') =>
  safe(backend.client.professional.validate({ headers: { 'accept-language': language, 'x-activity': 'START' }, body }));
const faultsOf = (result: { error: unknown }) => {
  const { code, data } = refusalOf(result);
  expect(code).toBe('CONFLICT');
  return (data as { validationErrors: { field: string; text: string }[] }).validationErrors;
};
const fieldsOf = (result: { error: unknown }) => faultsOf(result).map(({ field }) => field);
const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD = 'correct-horse-7';
const accounts = () =>
  backend.store.db
    .selectFrom('backend_accounts')
    .select(['id', 'username', 'email_key'])
    .where('email', '=', 'anna@example.com')
    .execute();
/** Registers a professional, and returns the mailed link's token. */
async function register(email: string, key: string) {
  const { data } = await create(professionalBody(email), key);
  const mails = await backend.demo!.mails();
  const text = mails.find((mail) => mail.text.includes(`userId=${data!.userId}`))?.text;
  return { userId: data!.userId!, authorization: `Bearer ${/token=([\w-]+)/.exec(text!)![1]}` };
}
const confirm = ({ authorization }: { authorization: string }, username: string, by = backend.client) =>
  safe(by.credentials.set({ headers: { authorization }, body: { username, password: PASSWORD } }));
async function payAsParent(email = 'anna@example.com') {
  const signup = await backend.signUp({ email });
  return (await backend.pay(signup, await backend.requestFor(signup))).data;
}
const professionals = () => backend.store.db.selectFrom('backend_professionals').selectAll().execute();

describe('a registration', () => {
  it('creates an account, and returns all of it except the security part', async () => {
    const body = professionalBody('iris@example.com');
    const { data } = await create(body);
    const { title, firstName, lastName, credentials, ...rest } = body;
    const { securityQuestion, securityAnswer, securityCode, securityCodeConfirm, ...shown } = rest;
    expect(data).toMatchObject({ name: { title, firstName, lastName, credentials } });
    expect(data).toMatchObject({ email: shown.email, practiceName: shown.practiceName, roles: shown.roles });
    for (const secret of [securityQuestion, securityAnswer, securityCode, securityCodeConfirm])
      expect(JSON.stringify(data)).not.toContain(secret);
    expect(await findProfessional(backend.store.db, data!.userId!)).toEqual({
      accountId: data!.userId,
      firstName: 'Iris',
      lastName: 'Vance',
    });
    expect(await findProfessional(backend.store.db, 'nobody')).toBeUndefined();
  });

  it('stores security answer and code only as hashes', async () => {
    const body = professionalBody('iris@example.com');
    await create(body);
    const { answers } = await backend.store.db
      .selectFrom('backend_accounts')
      .select('answers')
      .where('email', '=', 'iris@example.com')
      .executeTakeFirstOrThrow();
    expect(answers).not.toContain(body.securityAnswer);
    expect(answers).not.toContain(`"${body.securityCode}"`);
    const { securityAnswer, securityCode } = readAnswers(answers);
    expect(await verifyPassword(body.securityAnswer, backend.pepper.open(securityAnswer!))).toBe(true);
    expect(await verifyPassword(body.securityCode, backend.pepper.open(securityCode!))).toBe(true);
    expect(await verifyPassword('0000', backend.pepper.open(securityCode!))).toBe(false);
  });

  it('creates one account per key, for concurrent and later requests', async () => {
    const body = professionalBody('iris@example.com');
    const [one, other] = await Promise.all([create(body), create(body)]);
    const again = await create(body);
    expect(one.data).toEqual(other.data);
    expect(again.data).toEqual(one.data);
    expect(await professionals()).toHaveLength(1);
    expect(await backend.demo!.mails()).toHaveLength(1);
  });

  it('is refused if the e-mail, in any case, has a confirmed professional or a parent', async () => {
    await confirm(await register('iris@example.com', 'key-1'), 'iris.vance');
    expect(fieldsOf(await create(professionalBody('Iris@Example.com'), 'key-2'))).toEqual(['email']);
    expect(fieldsOf(await create(professionalBody('taken@example.com'), 'key-3'))).toEqual(['email']);
    expect(await professionals()).toHaveLength(1);
  });

  it('makes the e-mail a duplicate for a parent once it is confirmed', async () => {
    const link = await register('iris@example.com', 'key-1');
    expect((await safe(backend.create({ email: 'iris@example.com' }))).error).toBeNull();
    await confirm(link, 'iris.vance');
    const refused = await safe(backend.create({ email: 'iris@example.com' }));
    expect(refusalOf(refused).data).toMatchObject({ validationErrors: [{ field: 'parent.duplicate' }] });
  });

  it('validates every field', async () => {
    const body = professionalBody('iris@example.com');
    const result = await create({ ...body, firstName: ' ', roles: ['SOLICITOR'], securityCode: '12345' });
    expect(fieldsOf(result)).toEqual(['firstName', 'roles', 'securityCode', 'securityCodeConfirm']);
  });

  it('is mailed in the language of the sign-up', async () => {
    await create(professionalBody('iris@example.com'), 'key-1', 'es-MX');
    const [mail] = await backend.demo!.mails();
    expect(mail).toMatchObject({ to: 'iris@example.com', kind: 'professional', language: 'es' });
    expect(mail!.subject).toBe('Su cuenta profesional de Evenkeel');
    expect(mail!.text).toMatch(/https:\/\/join\.example\/app\/join\/credentials\?token=\S+&userId=\S+/);
  });
});

describe('an unconfirmed account', () => {
  it('blocks no parent, co-parent or other professional', async () => {
    await register('anna@example.com', 'key-1');
    await backend.signUp({ email: 'anna@example.com' });
    const contact = { ...professionalBody('anna@example.com') };
    expect((await validate(contact)).data).toEqual({ valid: true });
    await register('Anna@Example.com', 'key-2');
    expect(await professionals()).toHaveLength(2);
  });

  it('is removed when a parent pays with its e-mail, and its link stops working', async () => {
    const squatter = await register('anna@example.com', 'key-1');
    const { userId, authorization } = squatter;
    const paid = await payAsParent();
    if (paid?.state !== 'paid') throw new Error('not paid');
    expect(await professionals()).toEqual([]);
    expect(await backend.store.db.selectFrom('backend_professional_codes').selectAll().execute()).toEqual([]);
    const parents = backend.client.parents.get({ params: { userId }, headers: { authorization } });
    expect(refusalOf(await safe(parents)).code).toBe('FORBIDDEN');
    expect(refusalOf(await confirm(squatter, 'squatter.one')).code).toBe('FORBIDDEN');
    const own = { authorization: `Bearer ${paid.answer.clickToJoinToken}` };
    expect((await confirm(own, 'anna.lee')).error).toBeNull();
    expect(await accounts()).toMatchObject([{ username: 'anna.lee', email_key: 'anna@example.com' }]);
  });

  it('becomes invalid once another account with its e-mail is confirmed', async () => {
    const one = await register('anna@example.com', 'key-1');
    const other = await register('anna@example.com', 'key-2');
    expect((await confirm(other, 'anna.lee')).data).toEqual({ userId: other.userId });
    expect(refusalOf(await confirm(one, 'squatter.one')).code).toBe('FORBIDDEN');
    expect((await confirm(other, 'anna.lee')).data).toEqual({ userId: other.userId });
    expect(await accounts()).toEqual([{ id: other.userId, username: 'anna.lee', email_key: 'anna@example.com' }]);
    expect(await professionals()).toHaveLength(1);
  });

  it('is confirmed only once when two links are used at the same moment', async () => {
    const distant = inject('store') === 'Postgres' ? await backend.openDistantReplica() : backend;
    for (let round = 1; round <= 5; round++) {
      const email = `anna${round}@example.com`;
      const one = await register(email, `one-${round}`);
      const other = await register(email, `other-${round}`);
      const results = await Promise.all([
        confirm(one, `anna.one.${round}`),
        confirm(other, `anna.other.${round}`, distant.client),
      ]);
      expect(results.filter(({ error }) => error === null)).toHaveLength(1);
      expect(refusalOf(results.find(({ error }) => error !== null)!).code).toBe('FORBIDDEN');
    }
    expect(await professionals()).toHaveLength(5);
  });

  it('is either confirmed or removed when a parent pays at the same moment', async () => {
    const squatter = await register('anna@example.com', 'key-1');
    const signup = await backend.signUp({ email: 'anna@example.com' });
    const request = await backend.requestFor(signup);
    const [confirmed, paid] = await Promise.all([confirm(squatter, 'anna.lee'), backend.pay(signup, request)]);
    expect([confirmed.error === null, paid.data?.state === 'paid'].filter(Boolean)).toHaveLength(1);
    expect(await accounts()).toHaveLength(1);
  });

  it('blocks the payment of a parent with the same e-mail once it is confirmed', async () => {
    const squatter = await register('anna@example.com', 'key-1');
    const signup = await backend.signUp({ email: 'anna@example.com' });
    const request = await backend.requestFor(signup);
    await confirm(squatter, 'anna.lee');
    const refused = await backend.pay(signup, request);
    expect(refusalOf(refused).data).toMatchObject({ validationErrors: [{ field: 'parent.duplicate' }] });
    expect(await backend.attempts()).toEqual([]);
  });

  it('expires with its link after thirty days', async () => {
    const link = await register('anna@example.com', 'key-1');
    backend.advance(30 * DAY_MS - 1);
    await backend.purge();
    expect(await accounts()).toHaveLength(1);
    expect((await confirm(link, 'ab')).error).not.toBeNull();
    backend.advance(1);
    expect(refusalOf(await confirm(link, 'anna.lee')).code).toBe('FORBIDDEN');
    await backend.purge();
    expect(await accounts()).toEqual([]);
    expect(await professionals()).toEqual([]);
  });

  it('is kept once it is confirmed', async () => {
    const link = await register('anna@example.com', 'key-1');
    await confirm(link, 'anna.lee');
    const paid = await payAsParent('ben.lee@example.com');
    backend.advance(400 * DAY_MS);
    await backend.purge();
    expect(paid).toMatchObject({ state: 'paid' });
    expect(await accounts()).toHaveLength(1);
    expect(await professionals()).toHaveLength(1);
    const refused = await safe(backend.create({ email: 'anna@example.com' }));
    expect(refusalOf(refused).data).toMatchObject({ validationErrors: [{ field: 'parent.duplicate' }] });
  });
});

describe('a flood of mails to one mailbox', () => {
  const sentTo = async (kind: string) => (await backend.demo!.mails()).filter((mail) => mail.kind === kind).length;
  const flood = () =>
    Promise.all(
      Array.from({ length: 57 }, (_, n) => create(professionalBody(`victim+${n}@example.com`), `key-${n}`, 'es')),
    );

  it('is stopped with an error after five mails a day, ignoring plus tags', async () => {
    const results = await flood();
    expect(await sentTo('professional')).toBe(5);
    expect(await professionals()).toHaveLength(5);
    const refused = results.filter(({ error }) => error !== null);
    expect(refused).toHaveLength(52);
    expect(faultsOf(refused[0]!)).toEqual([{ field: 'email', text: expect.stringContaining('mañana') as string }]);
    expect((await create(professionalBody('other@example.com'), 'key-other')).error).toBeNull();
    backend.advance(DAY_MS);
    expect((await create(professionalBody('victim@example.com'), 'key-late')).error).toBeNull();
  });

  it('delays no mail of a paid order', async () => {
    await flood();
    for (const n of [1, 2, 3, 4, 5, 6])
      expect(await payAsParent(`victim+order${n}@example.com`)).toMatchObject({ state: 'paid' });
    expect([await sentTo('receipt'), await sentTo('credentials'), await sentTo('invite')]).toEqual([6, 6, 6]);
  });

  it('gets ten invites a day, and receipts state the delay of the others', async () => {
    const delayed: unknown[] = [];
    for (let n = 0; n < 22; n++) {
      const paid = await payAsParent(`payer${n}@example.com`);
      expect(paid).toMatchObject({ state: 'paid' });
      delayed.push(paid?.state === 'paid' && paid.answer.registration.coParent?.isInviteDelayed);
    }
    expect(delayed).toEqual([...Array<boolean | null>(10).fill(null), ...Array<boolean>(12).fill(true)]);
    expect([await sentTo('receipt'), await sentTo('credentials'), await sentTo('invite')]).toEqual([22, 22, 10]);
    const receipts = (await backend.demo!.mails()).filter(({ kind }) => kind === 'receipt');
    expect(receipts.filter(({ text }) => text.includes('is not sent yet'))).toHaveLength(12);
    expect(receipts.filter(({ text }) => text.includes('gets an invitation'))).toHaveLength(10);
    backend.advance(DAY_MS);
    expect(await sentTo('invite')).toBe(20);
    backend.advance(DAY_MS);
    expect(await sentTo('invite')).toBe(22);
    const { db } = backend.store;
    const tokens = await db
      .selectFrom('backend_tokens')
      .innerJoin('backend_invitations', 'backend_invitations.id', 'account_id')
      .where('email', '=', 'ben@example.com')
      .select('expires_at')
      .execute();
    const mails = await db.selectFrom('backend_mails').where('kind', '=', 'invite').select('created_at').execute();
    const firstDays = tokens.map(({ expires_at }) => Date.parse(expires_at) - 7 * DAY_MS);
    expect(firstDays.sort()).toEqual(mails.map(({ created_at }) => Date.parse(created_at)).sort());
    const invitations = await backend.store.db.selectFrom('backend_invitations').select('email').execute();
    expect(invitations.filter(({ email }) => email === 'ben@example.com')).toHaveLength(22);
  });

  it('is not limited if mail limits are off', async () => {
    const replica = await backend.openReplica({ limitsMails: false });
    const headers = (n: number) => ({ 'idempotency-key': `key-${n}` });
    for (let n = 0; n < 7; n++)
      await replica.client.professional.create({ headers: headers(n), body: professionalBody('victim@example.com') });
    expect(await sentTo('professional')).toBe(7);
  });
});

describe('codes for clients', () => {
  it('pay for a year of the smallest package at a parent’s checkout', async () => {
    await create(professionalBody('iris@example.com'));
    const [professional] = await backend.demo!.professionals('en');
    expect(professional).toMatchObject({ name: 'Iris Vance', email: 'iris@example.com' });
    expect(professional!.codes).toHaveLength(3);
    expect(new Set(professional!.codes.map(({ code }) => code)).size).toBe(3);
    const { code } = professional!.codes[0]!;
    expect(professional!.codes[0]).toEqual({ code, amountFormatted: '$120.00', isSpent: false });

    const signup = await backend.signUp();
    const order = { packageId: '2011', productId: null, services: [] };
    const priced = await backend.priceOf(signup, order, { codes: [code.toLowerCase()] });
    expect(priced.paymentCodeDetails).toMatchObject([{ amount: 12000 }]);
    const request = await backend.requestFor(signup, { order, codes: [code] });
    expect((await backend.pay(signup, request)).data).toMatchObject({ state: 'paid' });
    const [after] = await backend.demo!.professionals('en');
    expect(after!.codes.map(({ isSpent }) => isSpent).sort()).toEqual([false, false, true]);
  });

  it('are in pounds for a professional in Britain', async () => {
    await create({
      ...professionalBody('iris@example.com'),
      ...{ country: 'GB', region: '', postalCode: 'SW1A 1AA', timezone: 'Europe/London', roles: ['SOLICITOR'] },
    });
    const [professional] = await backend.demo!.professionals('en-GB');
    expect(professional!.codes[0]!.amountFormatted).toBe('£119.88');
  });

  it('are created only in demo mode', async () => {
    const real = await openTestBackend({ demo: false });
    onTestFinished(() => real.close());
    await real.client.professional.create({
      headers: { 'idempotency-key': 'key-9' },
      body: professionalBody('iris@example.com'),
    });
    expect(await real.store.db.selectFrom('backend_professional_codes').selectAll().execute()).toEqual([]);
  });
});

describe('the validator', () => {
  const { securityQuestion, securityAnswer, securityCode, securityCodeConfirm, ...rest } =
    professionalBody('iris@example.com');
  const { practiceName, addressLine1, addressLine2, country, city, region, postalCode, timezone, roles, ...contact } =
    rest;
  const practice = { practiceName, addressLine1, addressLine2, country, city, region, postalCode, timezone, roles };
  const security = { securityQuestion, securityAnswer, securityCode, securityCodeConfirm };

  it('accepts each step', async () => {
    for (const step of [contact, practice, security]) expect((await validate(step)).data).toEqual({ valid: true });
  });

  it.each([
    ['firstName', { firstName: '' }],
    ['title', { title: 'KING' }],
    ['email', { email: 'nobody' }],
    ['email', { email: 'taken@example.com' }],
    ['phoneCountryCode', { phoneCountryCode: '+49' }],
    ['phoneNumber', { phoneNumber: '123' }],
    ['phoneExtension', { phoneExtension: 'x' }],
    ['hearAboutUs', { hearAboutUs: 'NEWS' }],
    ['referralBenchOfficerName', { hearAboutUs: 'BENCH_OFFICER', referralBenchOfficerPosition: 'JUDGE' }],
    ['referralBenchOfficerPosition', { hearAboutUs: 'BENCH_OFFICER', referralBenchOfficerName: 'Ruth' }],
    ['referralColleagueRole', { hearAboutUs: 'COLLEAGUE', referralColleagueName: 'Ruth' }],
    ['referralOtherExplain', { hearAboutUs: 'OTHER', referralOtherExplain: 'x'.repeat(201) }],
  ])('refuses a contact with an invalid %s', async (field, change) => {
    expect(fieldsOf(await validate({ ...contact, ...change }))).toEqual([field]);
  });

  it.each([
    ['practiceName', { practiceName: '' }],
    ['country', { country: 'XX' }],
    ['region', { region: 'ON', timezone: 'America/New_York' }],
    ['postalCode', { postalCode: 'SW1A 1AA' }],
    ['timezone', { timezone: 'Europe/London' }],
    ['roles', { roles: [] }],
    ['roles', { roles: ['ATTORNEY', 'BARRISTER'] }],
  ])('refuses a practice with an invalid %s', async (field, change) => {
    expect(fieldsOf(await validate({ ...practice, ...change }))).toContain(field);
  });

  it.each([
    ['securityQuestion', { securityQuestion: 'Who?' }],
    ['securityCode', { securityCode: '12a4', securityCodeConfirm: '12a4' }],
    ['securityCodeConfirm', { securityCodeConfirm: '4321' }],
  ])('refuses a security part with an invalid %s', async (field, change) => {
    expect(fieldsOf(await validate({ ...security, ...change }))).toEqual([field]);
  });

  it('returns errors in the visitor’s language', async () => {
    const [fault] = faultsOf(await validate({ ...contact, email: 'taken@example.com' }, 'es'));
    expect(fault!.text).toContain('ya tiene una cuenta');
  });
});

describe('the option lists', () => {
  const list = (name: 'titles' | 'referrals' | 'countries' | 'roles', language = 'en', country?: string) =>
    backend.client.lookups.list({
      params: { list: name },
      query: { country },
      headers: { 'accept-language': language },
    });
  const names = async (...of: Parameters<typeof list>) => (await list(...of)).map(({ name }) => name);

  it('are in order and use the product’s wording', async () => {
    expect(await names('titles')).toEqual(['Mr.', 'Ms.', 'Mrs.', 'Hon.', 'Dr.']);
    expect(await names('referrals')).toEqual([
      'Ordered by bench officer',
      'Referred by colleague',
      'Search Engine',
      'Referred by friend/relative',
      'News story',
      'Other',
    ]);
    const countries = await names('countries');
    expect(countries.slice(0, 2)).toEqual(['United Kingdom', 'United States']);
    expect(countries.length).toBeGreaterThan(240);
  });

  it('are in the visitor’s language, with roles in the country’s terms', async () => {
    expect((await names('titles', 'es'))[0]).toBe('Sr.');
    expect((await names('roles', 'en', 'GB'))[0]).toBe('Solicitor');
    expect((await names('roles', 'en', 'MX'))[0]).toBe('Lawyer');
  });
});
