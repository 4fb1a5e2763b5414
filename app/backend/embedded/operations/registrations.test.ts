import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersOf, readAnswers } from '~/backend/embedded/people/sections.server';
import { ADDRESS, openTestBackend, parentNamed, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

type UpdateBody = Parameters<TestBackend['client']['registrations']['update']>[0]['body'];

async function update(body: UpdateBody, changes: { signupId?: string; key?: string } = {}) {
  const signup = await backend.create();
  return safe(
    backend.client.registrations.update({
      params: { signupId: changes.signupId ?? signup.signupId },
      headers: { 'x-registration-key': changes.key ?? signup.headers['x-registration-key'] },
      body,
    }),
  );
}
const fieldsOf = (result: { error: unknown }) => {
  const { code, data } = refusalOf(result);
  expect(code).toBe('INVALID');
  return (data as { validationErrors: { field: string }[] }).validationErrors.map(({ field }) => field);
};

const BILLING = {
  sections: ['PARENT' as const, 'ADDRESS' as const],
  parent: parentNamed('ann.billed@example.com'),
  address: ADDRESS,
  referral: { selection: 'NEWS', other: null },
  parentDuplicateConfirmed: false,
};

const CREATE = {
  parentDuplicateConfirmed: false,
  sections: ['PARENT'] as ['PARENT'],
  segmentAnonymousId: null,
  segmentIdentify: false,
};

describe('create', () => {
  it('returns a key and stores only its hash', async () => {
    const { signupId, headers } = await backend.create();
    const rows = await backend.store.db.selectFrom('backend_registrations').selectAll().execute();
    expect(rows.map(({ id }) => id)).toEqual([signupId]);
    expect(Buffer.from(headers['x-registration-key'], 'base64url')).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(headers['x-registration-key']);
  });

  it('detects a duplicate in any case, unless the parent confirmed', async () => {
    const result = await safe(backend.create({ email: 'TAKEN@Example.com' }));
    expect(refusalOf(result)).toEqual({
      code: 'INVALID',
      data: {
        validationErrors: [
          { field: 'parent.duplicate', text: 'It appears you are attempting to create a duplicate user.' },
        ],
      },
    });
    expect((await backend.create({ email: 'taken@example.com' }, true)).signupId).toBeTruthy();
  });

  it('does not count an unfinished sign-up with the same e-mail as a duplicate', async () => {
    await backend.create({ email: 'same@example.com' });
    await expect(backend.create({ email: 'same@example.com' })).resolves.toBeTruthy();
  });

  it('reports a current subscription for the e-mail of an open, paid invite', async () => {
    const { client, store } = backend;
    const statusOf = async (email: string) => {
      const { signupId, registrationKey, subscriptionStatus } = await client.registrations.create({
        headers: {},
        body: { ...CREATE, parent: parentNamed(email) },
      });
      const updated = await client.registrations.update({
        params: { signupId },
        headers: { 'x-registration-key': registrationKey },
        body: { sections: ['PARENT'], parent: parentNamed(email) },
      });
      expect(updated.subscriptionStatus).toBe(subscriptionStatus);
      return subscriptionStatus;
    };
    expect(await statusOf('Devon.9003@Example.com')).toBe('current');
    expect(await statusOf('blake.9001@example.com')).toBe('none');
    expect(await statusOf('somebody@example.com')).toBe('none');
    await store.db
      .updateTable('backend_invitations')
      .set({ completed_at: '2026-03-01T12:00:00Z' })
      .where('id', '=', '9003')
      .execute();
    expect(await statusOf('devon.9003@example.com')).toBe('none');
  });

  it('validates the input', async () => {
    const result = await safe(
      backend.create({
        firstName: '',
        lastName: 'Lee 🎉',
        email: 'no',
        phoneCountryCode: '+999999',
        phoneNumber: '12',
      }),
    );
    expect(fieldsOf(result)).toEqual([
      'parent.firstName',
      'parent.lastName',
      'parent.email',
      'parent.phoneCountryCode',
      'parent.phoneNumber',
    ]);
  });
});

describe('update', () => {
  it('keeps fields that a later call omits', async () => {
    const { signupId, headers } = await backend.create();
    const send = (parent: ReturnType<typeof parentNamed> & { timeZone?: string }) =>
      backend.client.registrations.update({ params: { signupId }, headers, body: { sections: ['PARENT'], parent } });
    await send({ ...parentNamed('ann@example.com'), timeZone: 'America/Chicago' });
    await send({ ...parentNamed('ann@example.com'), lastName: 'Ray' });
    const { answers } = await backend.store.db
      .selectFrom('backend_registrations')
      .select('answers')
      .executeTakeFirstOrThrow();
    expect(readAnswers(answers).parent).toMatchObject({ lastName: 'Ray', timeZone: 'America/Chicago' });
  });

  it('keeps both sections of two concurrent updates', async () => {
    const { signupId, headers } = await backend.create();
    const send = (body: UpdateBody) => backend.client.registrations.update({ params: { signupId }, headers, body });
    const ben = { firstName: 'Ben', lastName: 'Lee', email: 'ben@example.com' };
    const family = { coParent: ben, children: [] };
    for (let time = 0; time < 5; time += 1) {
      await backend.store.db
        .updateTable('backend_registrations')
        .set({ answers: answersOf({ PARENT: { parent: BILLING.parent } }).answers })
        .execute();
      await Promise.all([send(BILLING), send({ sections: ['FAMILY'], ...family, coParentDuplicateConfirmed: false })]);
      const { answers } = await backend.store.db
        .selectFrom('backend_registrations')
        .select('answers')
        .executeTakeFirstOrThrow();
      expect(readAnswers(answers)).toMatchObject({ address: ADDRESS, referral: BILLING.referral, ...family });
    }
  });

  const coParent = { firstName: 'Ben', lastName: 'Lee', email: 'known.coparent@example.com' };

  it('warns of a co-parent who has an account, until confirmed', async () => {
    const family = (coParentDuplicateConfirmed: boolean) =>
      update({ sections: ['FAMILY'], coParent, coParentDuplicateConfirmed, children: [] });
    expect(fieldsOf(await family(false))).toEqual(['coParent.duplicate']);
    expect((await family(true)).error).toBeNull();
  });

  it('detects a parent who changed to an e-mail that has an account', async () => {
    expect(fieldsOf(await update({ sections: ['PARENT'], parent: parentNamed('taken@example.com') }))).toEqual([
      'parent.duplicate',
    ]);
  });

  it('validates address, referral, co-parent and children', async () => {
    const billing = await update({
      ...BILLING,
      address: { ...ADDRESS, line1: '1', city: 'X', region: 'ON', postalCode: 'K1A' },
      referral: { selection: 'OTHER', other: null },
    });
    expect(fieldsOf(billing)).toEqual([
      'address.line1',
      'address.city',
      'address.region',
      'address.postalCode',
      'referral.other',
    ]);
    const family = await update({
      sections: ['FAMILY'],
      coParent: { firstName: 'Ben', lastName: 'Lee', email: null },
      coParentDuplicateConfirmed: false,
      children: [
        { firstName: 'Cy', lastName: 'Lee', email: 'cy@example.com' },
        { firstName: 'Di', lastName: 'Lee', email: 'CY@example.com' },
      ],
    });
    expect(fieldsOf(family)).toEqual(['coParent.email', 'children[1].email']);
    expect(fieldsOf(await update({ ...BILLING, address: { ...ADDRESS, country: 'ZZ' } }))).toEqual(['address.country']);
  });

  it.each<object>([
    { sections: ['PARENT'] },
    { ...BILLING, address: undefined },
    { ...BILLING, referral: undefined },
    { sections: ['FAMILY'], children: [], coParentDuplicateConfirmed: false },
    { sections: ['NAME'], parent: BILLING.parent },
    { sections: [], parent: BILLING.parent },
  ])('refuses a body with incomplete sections: %j', async (body) => {
    expect(refusalOf(await update(body as UpdateBody)).code).toBe('BAD_REQUEST');
  });

  it('requires the key of the sign-up', async () => {
    const body: UpdateBody = { sections: ['PARENT'], parent: parentNamed('new@example.com') };
    expect(refusalOf(await update(body, { key: 'wrong' })).code).toBe('FORBIDDEN');
    expect(refusalOf(await update(body, { signupId: 'unknown' })).code).toBe('NOT_FOUND');
  });

  it('is refused after the sign-up is paid', async () => {
    const signup = await backend.signUp();
    await backend.pay(signup, await backend.requestFor(signup));
    const result = await safe(
      backend.client.registrations.update({
        params: { signupId: signup.signupId },
        headers: signup.headers,
        body: { sections: ['PARENT'], parent: parentNamed('other@example.com') },
      }),
    );
    expect(refusalOf(result).code).toBe('FORBIDDEN');
  });
});
