import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import { professionalBody } from '~tests/answers/professional-answers';
import type { ProfessionalStepBody, ProfessionalUserBody } from '~/backend/schemas/professional';
import { verifyPassword } from '~/backend/embedded/people/passwords.server';
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
const professionals = () => backend.store.db.selectFrom('backend_professionals').selectAll().execute();

describe('a registration', () => {
  it('makes an account, and answers with all of it but the security part', async () => {
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

  it('keeps answer and code as hashes alone', async () => {
    const body = professionalBody('iris@example.com');
    await create(body);
    const [row] = await professionals();
    expect(JSON.stringify(row)).not.toContain(body.securityAnswer);
    expect(Object.values(row!).some((value) => String(value).includes(`"${body.securityCode}"`))).toBe(false);
    expect(await verifyPassword(body.securityAnswer, backend.pepper.open(row!.security_answer_hash))).toBe(true);
    expect(await verifyPassword(body.securityCode, backend.pepper.open(row!.security_code_hash))).toBe(true);
    expect(await verifyPassword('0000', backend.pepper.open(row!.security_code_hash))).toBe(false);
  });

  it('happens once for a key, pressed twice at the same moment or again later', async () => {
    const body = professionalBody('iris@example.com');
    const [one, other] = await Promise.all([create(body), create(body)]);
    const again = await create(body);
    expect(one.data).toEqual(other.data);
    expect(again.data).toEqual(one.data);
    expect(await professionals()).toHaveLength(1);
    expect(await backend.demo!.mails()).toHaveLength(1);
  });

  it('is refused where the e-mail has a professional or a parent already, in whatever case', async () => {
    await create(professionalBody('iris@example.com'));
    expect(fieldsOf(await create(professionalBody('Iris@Example.com'), 'key-2'))).toEqual(['email']);
    expect(fieldsOf(await create(professionalBody('taken@example.com'), 'key-3'))).toEqual(['email']);
    expect(await professionals()).toHaveLength(1);
  });

  it('of two with one e-mail at the same moment is made once', async () => {
    const results = await Promise.all(
      ['key-1', 'key-2'].map((key) => create(professionalBody('iris@example.com'), key)),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await professionals()).toHaveLength(1);
  });

  it('makes the e-mail a duplicate for a parent', async () => {
    await create(professionalBody('iris@example.com'));
    const refused = await safe(backend.create({ email: 'iris@example.com' }));
    expect(refusalOf(refused).data).toMatchObject({ validationErrors: [{ field: 'parent.duplicate' }] });
  });

  it('is checked whole', async () => {
    const body = professionalBody('iris@example.com');
    const result = await create({ ...body, firstName: ' ', roles: ['SOLICITOR'], securityCode: '12345' });
    expect(fieldsOf(result)).toEqual(['firstName', 'roles', 'securityCode', 'securityCodeConfirm']);
  });

  it('is told by mail, in the language it was made in', async () => {
    await create(professionalBody('iris@example.com'), 'key-1', 'es-MX');
    const [mail] = await backend.demo!.mails();
    expect(mail).toMatchObject({ to: 'iris@example.com', kind: 'professional', language: 'es' });
    expect(mail!.subject).toBe('Su cuenta profesional de Evenkeel');
    expect(mail!.text).toMatch(/https:\/\/join\.example\/app\/join\/credentials\?token=\S+&userId=\S+/);
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

  it('are made in demo mode alone: elsewhere nobody has paid for them', async () => {
    const replica = await backend.openReplica({ demo: false });
    await replica.client.professional.create({
      headers: { 'idempotency-key': 'key-9' },
      body: professionalBody('iris@example.com'),
    });
    expect(await backend.store.db.selectFrom('backend_professional_codes').selectAll().execute()).toEqual([]);
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
  ])('refuses the contact by its %s', async (field, change) => {
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
  ])('refuses the practice by its %s', async (field, change) => {
    expect(fieldsOf(await validate({ ...practice, ...change }))).toContain(field);
  });

  it.each([
    ['securityQuestion', { securityQuestion: 'Who?' }],
    ['securityCode', { securityCode: '12a4', securityCodeConfirm: '12a4' }],
    ['securityCodeConfirm', { securityCodeConfirm: '4321' }],
  ])('refuses the security part by its %s', async (field, change) => {
    expect(fieldsOf(await validate({ ...security, ...change }))).toEqual([field]);
  });

  it('speaks the visitor’s language', async () => {
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

  it('are in order and in the product’s wording', async () => {
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

  it('travel in the visitor’s language, and the roles in the country’s terms', async () => {
    expect((await names('titles', 'es'))[0]).toBe('Sr.');
    expect((await names('roles', 'en', 'GB'))[0]).toBe('Solicitor');
    expect((await names('roles', 'en', 'MX'))[0]).toBe('Lawyer');
  });
});
