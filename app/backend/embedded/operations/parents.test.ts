import { verify } from '@node-rs/argon2';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswers } from '~/backend/embedded/people/sections.server';
import { ADDRESS, openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import {
  bearer,
  BEN,
  choose,
  inviteCoParent,
  inviteOf,
  payAs,
  requestOf,
  SECURITY,
  tell,
  tellAll,
  WITH_CREDENTIALS,
  type Invited,
  type Told,
} from '~tests/walks/invited-parent';

let backend: TestBackend;
let invited: Invited;
beforeEach(async () => {
  backend = await openTestBackend();
  invited = await inviteCoParent(backend);
});
afterEach(() => backend.close());

const invitation = () =>
  backend.store.db
    .selectFrom('backend_invitations')
    .selectAll()
    .where('id', '=', invited.userId)
    .executeTakeFirstOrThrow();
const storedSections = async () => Object.keys(JSON.parse((await invitation()).answers) as object);
const account = () =>
  backend.store.db.selectFrom('backend_accounts').selectAll().where('id', '=', invited.userId).executeTakeFirst();
const record = () => safe(backend.client.parents.get({ params: { userId: invited.userId }, headers: bearer(invited) }));
const params = () => ({ userId: invited.userId });
const agree = () =>
  backend.client.parents.agreeToTerms({
    params: params(),
    headers: { 'x-invite-token': invited.token },
    body: { agreedToTerms: true },
  });
const optIn = (marketingOptIn: boolean) =>
  backend.client.parents.setMarketingOptIn({
    params: params(),
    headers: { 'x-invite-token': invited.token },
    body: { marketingOptIn },
  });
const faultsOf = async (told: Told) =>
  (await tell(backend.client, invited, told)).data?.validationErrors?.map(({ field }) => field);
const omit = (told: Told, part: string) => ({ ...told, [part]: undefined });

describe('the data of an invited parent', () => {
  it('is stored by section, and omitted sections are kept', async () => {
    await tell(backend.client, invited, { sections: ['PARENT'] });
    expect(await storedSections()).toEqual(['PARENT']);
    // The inviter entered the same contact.
    expect((await inviteOf(backend.client, invited)).data?.parentComplete).toBe(false);
    const parent = { ...BEN, timeZone: 'America/Chicago' };
    await tell(backend.client, invited, { sections: ['PARENT', 'ADDRESS'], parent, address: ADDRESS });
    expect(await storedSections()).toEqual(['PARENT', 'ADDRESS']);
    const other = { ...BEN, firstName: 'Not told' };
    const referral = { selection: 'COURT_ORDERED', other: 'Ramsey County' };
    await tell(backend.client, invited, { ...WITH_CREDENTIALS, parent: other, referral });
    expect((await inviteOf(backend.client, invited)).data).toMatchObject({
      parentComplete: true,
      billingAddressComplete: true,
      parent: BEN,
    });
    expect((await record()).data).toEqual({
      userId: invited.userId,
      email: BEN.email,
      agreedToTerms: false,
      marketingOptIn: false,
      isProfessional: null,
      address: { country: 'US' },
    });
    expect(readAnswers((await invitation()).answers)).toMatchObject({ parent: BEN, address: ADDRESS, referral });
  });

  it('contains security answer and code only as hashes', async () => {
    await tell(backend.client, invited, WITH_CREDENTIALS);
    const stored = await invitation();
    const { securityQuestion, securityAnswer, securityCode } = readAnswers(stored.answers);
    expect(securityQuestion).toBe(SECURITY.securityQuestion);
    expect(JSON.stringify(stored)).not.toMatch(/maple/i);
    // Random ids and sealed hashes contain four-digit sequences by chance.
    expect(JSON.stringify(stored).replaceAll(/[\w.-]{20,}/g, '')).not.toContain('4711');
    expect(await verify(backend.pepper.open(securityAnswer!), 'maple the cat')).toBe(true);
    expect(await verify(backend.pepper.open(securityCode!), '4711')).toBe(true);
  });

  it('is rejected as a whole with status 422 and an error per field', async () => {
    const before = await invitation();
    const { data } = await tell(backend.client, invited, {
      sections: ['PARENT'],
      parent: { ...BEN, firstName: '', email: 'no', phoneNumber: '12' },
    });
    expect(data).toEqual({
      status: 422,
      message: 'validation.errors',
      validationErrors: [
        { field: 'parent.firstName', text: 'Must be between 1 and 20 characters' },
        { field: 'parent.email', text: 'Invalid email address' },
        { field: 'parent.phoneNumber', text: 'Must be between 8 and 15 digits' },
      ],
    });
    expect(data?.message).not.toMatch(/fail/);
    const address = { ...ADDRESS, country: 'ZZ' };
    expect(await faultsOf({ sections: ['PARENT', 'ADDRESS'], address })).toEqual(['address.country']);
    const faultOfReferral = (selection: string, other: string | null) =>
      faultsOf({ ...WITH_CREDENTIALS, referral: { selection, other } });
    expect(await faultOfReferral('', null)).toEqual(['referral.selection']);
    expect(await faultOfReferral('OTHER', ' ')).toEqual(['referral.other']);
    expect(await invitation()).toEqual(before);
  });

  it.each<[string, Told]>([
    ['an address', { sections: ['PARENT', 'ADDRESS'] }],
    ['the section of an address', { sections: ['PARENT'], address: ADDRESS }],
    ['sections', { ...WITH_CREDENTIALS, sections: [] }],
    ['a known section', { sections: ['NAME' as 'PARENT'] }],
    ['a referral', omit(WITH_CREDENTIALS, 'referral')],
    ['a question', omit(WITH_CREDENTIALS, 'securityQuestion')],
    ['an answer', omit(WITH_CREDENTIALS, 'securityAnswer')],
    ['a code', omit(WITH_CREDENTIALS, 'securityCode')],
    ['the repeated code', omit(WITH_CREDENTIALS, 'confirmCode')],
  ])('is rejected if its sections lack %s', async (_what, told) => {
    const before = await invitation();
    expect(refusalOf(await tell(backend.client, invited, told)).code).toBe('BAD_REQUEST');
    expect(await invitation()).toEqual(before);
  });

  it.each([
    [{ securityAnswer: 'Name of my  FIRST pet?' }, ['securityAnswer']],
    [{ securityAnswer: 'abcd' }, ['securityAnswer']],
    [{ securityQuestion: '' }, ['securityQuestion']],
    [{ securityQuestion: 'Pet & colour' }, ['securityQuestion']],
    [{ securityCode: '12a4', confirmCode: '12a4' }, ['securityCode']],
    [{ securityCode: '123', confirmCode: '123' }, ['securityCode']],
    [{ confirmCode: '4712' }, ['confirmCode']],
    [{}, undefined],
  ] as [Partial<typeof SECURITY>, string[] | undefined][])(
    'gets errors for security answers %j in %j',
    async (wrong, fields) => {
      expect(await faultsOf({ ...WITH_CREDENTIALS, ...wrong })).toEqual(fields);
    },
  );

  it('is a duplicate if the e-mail has an account, until the parent confirms it', async () => {
    const taken = { sections: ['PARENT'] as ['PARENT'], parent: { ...BEN, email: 'Taken@Example.com' } };
    expect(await faultsOf(taken)).toEqual(['parent.duplicate']);
    expect(await faultsOf({ ...taken, parentDuplicateConfirmed: true })).toBeUndefined();
    expect((await invitation()).parent_duplicate_confirmed).toBe(1);
  });

  it('updates an existing account, except the contact and address of the payment', async () => {
    await tellAll(backend.client, invited);
    await agree();
    await payAs(backend.client, invited, await requestOf(backend, invited));
    expect((await record()).data?.agreedToTerms).toBe(true);
    expect(await account()).toMatchObject({ agreed_to_terms: 1, marketing_opt_in: 0 });
    const { data } = await tell(backend.client, invited, {
      ...WITH_CREDENTIALS,
      sections: ['PARENT', ...WITH_CREDENTIALS.sections],
      parent: BEN,
    });
    expect(data).toMatchObject({ status: 200 });
    await optIn(true);
    expect((await record()).data?.marketingOptIn).toBe(true);
    const stored = (await account())!;
    expect(stored.marketing_opt_in).toBe(1);
    const answers = readAnswers(stored.answers);
    expect(answers).toMatchObject({
      parent: BEN,
      referral: { selection: 'NEWS', other: null },
      securityQuestion: SECURITY.securityQuestion,
    });
    expect(await verify(backend.pepper.open(answers.securityCode!), '4711')).toBe(true);
    for (const parent of [
      { ...BEN, email: 'x@example.com' },
      { ...BEN, lastName: 'Leigh' },
    ]) {
      const refused = await tell(backend.client, invited, { sections: ['PARENT'], parent });
      expect(refusalOf(refused).code).toBe('FORBIDDEN');
    }
    const sections = ['PARENT' as const, 'ADDRESS' as const];
    const moved = await tell(backend.client, invited, { sections, address: { ...ADDRESS, line1: '7 Other Street' } });
    expect(refusalOf(moved).code).toBe('FORBIDDEN');
    expect(await account()).toEqual(stored);
    expect((await tellAll(backend.client, invited)).data).toMatchObject({ status: 200 });
  });

  it('is refused after the sign-up is finished', async () => {
    await tellAll(backend.client, invited);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    await choose(backend.client, invited, 'ben.lee');
    for (const refused of [
      await tell(backend.client, invited, WITH_CREDENTIALS),
      await safe(agree()),
      await safe(optIn(false)),
      await record(),
    ]) {
      expect(refusalOf(refused).code).toBe('FORBIDDEN');
    }
  });
});

describe('the credentials of an invited parent', () => {
  const available = (username: string) =>
    backend.client.credentials.usernameAvailability({ headers: bearer(invited), body: { username } });

  it('invalidate the token of the payment response', async () => {
    await tellAll(backend.client, invited);
    const { data } = await payAs(backend.client, invited, await requestOf(backend, invited));
    if (!data || !('answer' in data)) throw new Error('not paid');
    const byPayment = { ...invited, token: data.answer.clickToJoinToken! };
    expect(await available('ben.lee')).toEqual({ available: true, meetsRequirements: true });
    expect((await choose(backend.client, invited, 'ben.lee')).error).toBeNull();
    expect(refusalOf(await choose(backend.client, byPayment, 'other.name')).code).toBe('FORBIDDEN');
    expect((await choose(backend.client, byPayment, 'ben.lee')).data).toEqual({ userId: invited.userId });
    expect(refusalOf(await safe(available('ben.lee'))).code).toBe('FORBIDDEN');
  });

  it('end the invitation when set with the token of the payment response', async () => {
    await tellAll(backend.client, invited);
    const { data } = await payAs(backend.client, invited, await requestOf(backend, invited));
    if (!data || !('answer' in data)) throw new Error('not paid');
    const byPayment = { ...invited, token: data.answer.clickToJoinToken! };
    expect((await choose(backend.client, byPayment, 'ben.lee')).error).toBeNull();
    expect(refusalOf(await inviteOf(backend.client, invited)).code).toBe('COMPLETED');
  });

  it('are set only once by concurrent forms of a parent without an account', async () => {
    const paid = await inviteCoParent(backend, { payForCoparent: true });
    await tell(backend.client, paid, { sections: ['PARENT'] });
    const results = await Promise.all([
      choose(backend.client, paid, 'ben.lee'),
      choose(backend.client, paid, 'ben.lee'),
      choose(backend.client, paid, 'other.name'),
    ]);
    const done = results.filter(({ error }) => error === null);
    expect(done.length).toBeGreaterThan(0);
    const [row] = await backend.store.db
      .selectFrom('backend_accounts')
      .selectAll()
      .where('id', '=', paid.userId)
      .execute();
    expect(['ben.lee', 'other.name']).toContain(row!.username);
    expect(done).toHaveLength(row!.username === 'ben.lee' ? 2 : 1);
  });

  it('are rejected as a duplicate if the e-mail got an account meanwhile', async () => {
    const paid = await inviteCoParent(backend, { payForCoparent: true });
    await tell(backend.client, paid, { sections: ['PARENT'] });
    const other = await inviteCoParent(backend, { payForCoparent: true });
    await tell(backend.client, other, { sections: ['PARENT'] });
    await choose(backend.client, other, 'other.name');
    expect(refusalOf(await choose(backend.client, paid, 'ben.lee')).data).toMatchObject({
      validationErrors: [{ field: 'parent.duplicate' }],
    });
    expect((await inviteOf(backend.client, paid)).error).toBeNull();
  });

  it('give no access to the family before the account exists', async () => {
    const { family_id } = await invitation();
    const flag = await safe(
      backend.client.families.setFlag({
        params: { familyId: family_id, flag: 'firstTimeSetup' },
        headers: bearer(invited),
        body: { value: false },
      }),
    );
    expect(refusalOf(flag).code).toBe('FORBIDDEN');
  });
});
