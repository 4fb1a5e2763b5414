import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';

const PASSWORD = 'correct-horse-7';
let backend: TestBackend;
let authorization: string;
let parent: { userId: string; familyId: string };
beforeEach(async () => {
  backend = await openTestBackend();
  ({ authorization, parent } = await buy());
});
afterEach(() => backend.close());

async function buy() {
  const signup = await backend.signUp();
  const { data } = await backend.pay(signup, await backend.requestFor(signup));
  if (data?.state !== 'paid') throw new Error('not paid');
  const { userId, familyId } = data.answer.registration.parent;
  return { authorization: `Bearer ${data.answer.clickToJoinToken}`, parent: { userId: userId!, familyId: familyId! } };
}
const available = (username: string, bearer = authorization) =>
  backend.client.credentials.usernameAvailability({ headers: { authorization: bearer }, body: { username } });
const set = (username: string, password = PASSWORD, bearer = authorization) =>
  safe(backend.client.credentials.set({ headers: { authorization: bearer }, body: { username, password } }));
const signIn = (username: string, password = PASSWORD) =>
  backend.client.sessions.create({ headers: {}, body: { username, password, submit: 'Sign In', _eventId: 'submit' } });
const fieldsOf = (result: { error: unknown }) =>
  (refusalOf(result).data as { validationErrors: { field: string }[] }).validationErrors.map(({ field }) => field);

describe('a username', () => {
  it.each([
    ['ann.lee', { available: true, meetsRequirements: true }],
    ['taken.name', { available: false, meetsRequirements: true }],
    ['TAKEN.Name', { available: false, meetsRequirements: true }],
    ['ann', { available: false, meetsRequirements: false }],
    ['ann@lee.com', { available: false, meetsRequirements: false }],
  ])('reports whether %s is available', async (username, expected) => {
    expect(await available(username)).toEqual(expected);
  });

  it('can be looked up only with a credentials token', async () => {
    expect(refusalOf(await safe(available('ann.lee', 'Bearer nonsense'))).code).toBe('FORBIDDEN');
    expect(refusalOf(await safe(available('ann.lee', 'nonsense'))).code).toBe('FORBIDDEN');
  });
});

describe('credentials', () => {
  it('can be set once and used to sign in', async () => {
    expect((await set('Ann.Lee')).data).toEqual({ userId: parent.userId });
    expect(await signIn('ann.lee')).toMatchObject({
      url: '/ofw/appv2/home.form',
      auth: expect.any(String) as string,
      userId: parent.userId,
    });
    const account = await backend.store.db
      .selectFrom('backend_accounts')
      .selectAll()
      .where('id', '=', parent.userId)
      .executeTakeFirstOrThrow();
    expect(account.password_hash).toMatch(/^\$argon2id\$/);
  });

  it('can be set again only by the same form', async () => {
    const [one, other] = await Promise.all([set('ann.lee'), set('ann.lee')]);
    expect([one.data, other.data]).toEqual([{ userId: parent.userId }, { userId: parent.userId }]);
    expect((await set('ann.lee')).data).toEqual({ userId: parent.userId });
    expect(refusalOf(await set('ann.lee', 'another-horse-8')).code).toBe('FORBIDDEN');
    expect(refusalOf(await set('other.name')).code).toBe('FORBIDDEN');
    expect(refusalOf(await safe(available('other.name'))).code).toBe('FORBIDDEN');
  });

  it('must follow the username and password rules', async () => {
    expect(fieldsOf(await set('taken.name'))).toEqual(['username']);
    expect(fieldsOf(await set('ann'))).toEqual(['username']);
    expect(fieldsOf(await set('ann.lee', 'short-7'))).toEqual(['password']);
    expect(fieldsOf(await set('ann.lee', 'ann1@example.com'))).toEqual(['password']);
  });

  it('give a username to only one of two concurrent users', async () => {
    const other = await buy();
    const results = await Promise.all([set('same.name'), set('Same.Name', PASSWORD, other.authorization)]);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    expect(fieldsOf(results.find(({ error }) => error !== null)!)).toEqual(['username']);
  });

  it('cannot be set after thirty days', async () => {
    backend.advance(30 * 24 * 60 * 60 * 1000);
    expect(refusalOf(await set('ann.lee')).code).toBe('FORBIDDEN');
  });
});

describe('signing in', () => {
  it('redirects to the login form on any error', async () => {
    await set('ann.lee');
    expect(await signIn('ann.lee', 'wrong-horse-77')).toMatchObject({
      url: null,
      auth: null,
      redirectUrl: '/ofw/login.form',
    });
    expect(await signIn('nobody.here')).toMatchObject({ url: null, auth: null, redirectUrl: '/ofw/login.form' });
    expect(await signIn('taken.name')).toMatchObject({ url: null, auth: null, redirectUrl: '/ofw/login.form' });
  });
});

describe('the family flag', () => {
  const setFlag = (bearer: string, familyId = parent.familyId) =>
    safe(
      backend.client.families.setFlag({
        params: { familyId, flag: 'firstTimeSetup' },
        headers: { authorization: bearer },
        body: { value: false },
      }),
    );

  it('can be set by a member, before and after the credentials', async () => {
    expect((await setFlag(authorization)).data).toEqual({ value: false });
    await set('ann.lee');
    expect(refusalOf(await setFlag(authorization)).code).toBe('FORBIDDEN');
    const { auth } = await signIn('ann.lee');
    expect((await setFlag(`Bearer ${auth}`)).data).toEqual({ value: false });
  });

  it('cannot be set by users outside the family', async () => {
    const other = await buy();
    expect(refusalOf(await setFlag(other.authorization)).code).toBe('FORBIDDEN');
    expect(refusalOf(await setFlag(authorization, 'unknown')).code).toBe('NOT_FOUND');
    expect(refusalOf(await setFlag('Bearer nonsense')).code).toBe('FORBIDDEN');
  });
});
