import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import {
  choose,
  inviteCoParent,
  invitedIn,
  inviteOf,
  payAs,
  renewFor,
  requestOf,
  tell,
  tellAll,
  BEN,
} from '~tests/walks/invited-parent';
import type { MailEvent } from '~/backend/embedded/context';
import { MAILS_A_DAY } from '~/backend/embedded/mails/mailbox-limit.server';
import { DEMO_FIXTURES } from '~/backend/embedded/demo/fixtures.server';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DONE = { status: 200, message: 'success' };

let backend: TestBackend;
let events: MailEvent[];
beforeEach(async () => {
  events = [];
  backend = await openTestBackend({ reportMail: (event) => void events.push(event) });
});
afterEach(() => backend.close());

const mailsOf = async (wanted: string) => (await backend.demo!.mails()).filter(({ kind }) => kind === wanted);
const invites = () => mailsOf('invite');
/** The mails with a link for setting username and password. */
const paidLinks = () => mailsOf('credentials');

describe('a new link', () => {
  it('is mailed on request, and earlier links work until they expire', async () => {
    const first = await inviteCoParent(backend);
    backend.advance(6 * DAY_MS);
    expect(await renewFor(backend.client, first.token)).toEqual(DONE);
    const second = invitedIn((await invites())[0]!.text);
    expect(second.token).not.toBe(first.token);
    for (const each of [first, second]) expect((await inviteOf(backend.client, each)).error).toBeNull();
    backend.advance(DAY_MS);
    expect(refusalOf(await inviteOf(backend.client, first)).code).toBe('FORBIDDEN');
    expect(await renewFor(backend.client, first.token, 'es-MX')).toEqual(DONE);
    const [mail] = await invites();
    expect(mail).toMatchObject({ language: 'es', to: 'ben@example.com', subject: 'Su invitación personal' });
    expect((await inviteOf(backend.client, invitedIn(mail!.text))).error).toBeNull();
  });

  it('goes to the address that the invitee entered', async () => {
    const invited = await inviteCoParent(backend);
    await tell(backend.client, invited, { sections: ['PARENT'], parent: { ...BEN, email: 'private@example.com' } });
    await renewFor(backend.client, invited.token);
    expect((await invites()).map(({ to }) => to).sort()).toEqual(['ben@example.com', 'private@example.com']);
  });

  it('is not mailed for an unknown link or a finished sign-up, despite the same response', async () => {
    const invited = await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    await choose(backend.client, invited, 'ben.lee');
    const before = (await invites()).length;
    for (const token of ['x'.repeat(43), '', '<script>\u0000', 'y'.repeat(100_000), invited.token]) {
      expect(await renewFor(backend.client, token)).toEqual(DONE);
    }
    expect(await invites()).toHaveLength(before);
  });

  it('is sent at most five times a day, without revealing the limit', async () => {
    const invited = await inviteCoParent(backend);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      expect(await renewFor(backend.client, invited.token)).toEqual(DONE);
      backend.advance(MINUTE_MS);
    }
    expect(await invites()).toHaveLength(5);
    backend.advance(DAY_MS);
    await renewFor(backend.client, invited.token);
    expect(await invites()).toHaveLength(6);
  });

  it('is not limited if mail limits are off', async () => {
    const replica = await backend.openReplica({ limitsMails: false });
    const invited = await inviteCoParent(backend);
    for (let count = 1; count < 7; count += 1) expect(await renewFor(replica.client, invited.token)).toEqual(DONE);
    expect(await invites()).toHaveLength(7);
  });

  it('is not the payer’s if it was requested before the payment, even if it is only sent on the next day', async () => {
    const invited = await inviteCoParent(backend);
    for (let count = 1; count < MAILS_A_DAY.invite; count += 1) await inviteCoParent(backend);
    const sent = (await invites()).length;
    await renewFor(backend.client, invited.token);
    expect(await invites()).toHaveLength(sent);
    await tellAll(backend.client, invited, { ...BEN, email: 'private@example.com' });
    backend.advance(1000);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    backend.advance(DAY_MS);
    const [mail] = await invites();
    expect(mail).toMatchObject({ to: 'ben@example.com' });
    const delayed = invitedIn(mail!.text);
    expect(delayed.token).not.toBe(invited.token);
    expect((await inviteOf(backend.client, delayed)).data).toMatchObject({
      paidOrder: null,
      paidByAnother: { totalFormatted: expect.stringContaining('$') },
    });
  });

  it('is the payer’s only if it was made after the payment, however the clocks of the processes differ', async () => {
    const [ahead, behind] = await Promise.all(
      [10 * MINUTE_MS, -10 * MINUTE_MS].map((ms) =>
        backend.openReplica({ clock: { now: () => new Date(backend.clock.now().getTime() + ms) } }),
      ),
    );
    const invited = await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await renewFor(ahead!.client, invited.token);
    const before = invitedIn((await invites())[0]!.text);
    backend.advance(1);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    expect((await inviteOf(backend.client, before)).data).toMatchObject({ paidOrder: null, paidByAnother: {} });
    backend.advance(1);
    const paidLink = async () =>
      (await paidLinks()).filter(({ to }) => to === BEN.email).map(({ text }) => invitedIn(text));
    const [first] = await paidLink();
    await renewFor(behind!.client, invited.token);
    const after = (await paidLink()).find(({ token }) => token !== first!.token)!;
    expect((await inviteOf(backend.client, after)).data).toMatchObject({
      paidOrder: { order: {} },
      paidByAnother: null,
    });
  });

  it('is valid for seven days from the day on which it is sent', async () => {
    const invited = await inviteCoParent(backend);
    for (let count = 1; count < MAILS_A_DAY.invite; count += 1) await inviteCoParent(backend);
    await renewFor(backend.client, invited.token);
    backend.advance(DAY_MS);
    const delayed = invitedIn((await invites())[0]!.text);
    backend.advance(7 * DAY_MS - 1000);
    expect((await inviteOf(backend.client, delayed)).error).toBeNull();
    backend.advance(1000);
    expect(refusalOf(await inviteOf(backend.client, delayed)).code).toBe('FORBIDDEN');
  });

  const renewAtOnce = async (token: string) =>
    expect(await Promise.all(Array.from({ length: 20 }, () => renewFor(backend.client, token)))).toEqual(
      Array(20).fill(DONE),
    );

  it('is sent once a minute before the payment', async () => {
    const invited = await inviteCoParent(backend);
    await renewAtOnce(invited.token);
    expect(await invites()).toHaveLength(2);
    backend.advance(MINUTE_MS - 1);
    await renewAtOnce(invited.token);
    expect(await invites()).toHaveLength(2);
    backend.advance(1);
    await renewAtOnce(invited.token);
    expect(await invites()).toHaveLength(3);
  });

  it('is sent once in ten minutes after the payment, which mails the first one', async () => {
    const invited = await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await renewFor(backend.client, invited.token);
    backend.advance(1);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    const before = (await paidLinks()).length;
    await renewAtOnce(invited.token);
    expect(await paidLinks()).toHaveLength(before + 1);
    backend.advance(10 * MINUTE_MS - 1);
    await renewAtOnce(invited.token);
    expect(await paidLinks()).toHaveLength(before + 1);
    backend.advance(1);
    await renewAtOnce(invited.token);
    expect(await paidLinks()).toHaveLength(before + 2);
  });

  it('says after the payment that the subscription is paid, and is not delayed by a full mailbox', async () => {
    const invited = await inviteCoParent(backend);
    for (let count = 1; count < MAILS_A_DAY.invite; count += 1) await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    const [first] = await paidLinks();
    const before = (await invites()).length;
    events = [];
    backend.advance(10 * MINUTE_MS);
    expect(await renewFor(backend.client, invited.token, 'es')).toEqual(DONE);
    expect([events, (await invites()).length]).toEqual([[], before]);
    const [mail] = await paidLinks();
    expect(mail).toMatchObject({ to: BEN.email, language: 'es', subject: expect.stringContaining('contraseña') });
    expect(mail!.text).not.toBe(first!.text);
    expect((await inviteOf(backend.client, invitedIn(mail!.text))).data).toMatchObject({ paidOrder: { order: {} } });
  });

  it('is sent at most five times a day after the payment, however full the mailbox is', async () => {
    const invited = await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    const before = (await paidLinks()).length;
    for (let count = 0; count < 20; count += 1) {
      backend.advance(10 * MINUTE_MS);
      expect(await renewFor(backend.client, invited.token)).toEqual(DONE);
    }
    // The invite and the payment mailed the first two.
    expect(await paidLinks()).toHaveLength(before + 3);
  });

  it('fails with status 111 and reports an event', async () => {
    const invited = await inviteCoParent(backend);
    const broken = await backend.openReplica({
      sealing: {
        keyIds: ['none'],
        seal: () => {
          throw new Error('out of order');
        },
        open: (sealed) => sealed,
      },
    });
    const answer = await renewFor(broken.client, invited.token);
    expect(answer.status).toBe(111);
    expect(answer.message).toContain('fail');
    expect(events).toMatchObject([{ event: 'invite-not-renewed' }]);
    expect(await invites()).toHaveLength(1);
  });
});

describe('the demo’s invites', () => {
  const fixture = (userId: string) => {
    const path = DEMO_FIXTURES.find(({ value }) => value.endsWith(`userId=${userId}`))!.value;
    return invitedIn(`https://join.example${path}`);
  };
  const open = async (userId: string) => (await inviteOf(backend.client, fixture(userId))).data;

  it('cover every kind of invite', async () => {
    expect(await open('9001')).toMatchObject({
      isSubscriptionCurrent: false,
      userCreatedByPro: false,
      availableCoupons: [],
    });
    expect(await open('9002')).toMatchObject({
      userCreatedByPro: true,
      proFirstName: 'Jordan',
      proLastName: 'Whitfield',
    });
    expect(await open('9003')).toMatchObject({
      isSubscriptionCurrent: true,
      billingAddressComplete: true,
      requireCredentials: true,
    });
    expect(await open('9004')).toMatchObject({
      isSubscriptionCurrent: true,
      billingAddressComplete: false,
      coparentPackageId: '2021',
    });
    expect(refusalOf(await inviteOf(backend.client, fixture('9005'))).code).toBe('FORBIDDEN');
    expect((await open('9006'))?.availableCoupons).toHaveLength(1);
  });

  it('can be renewed after they expire', async () => {
    expect(await renewFor(backend.client, 'demo-invite-expired')).toEqual(DONE);
    expect((await inviteOf(backend.client, invitedIn((await invites())[0]!.text))).error).toBeNull();
  });

  it('work again for seven days after a restart, except a finished one', async () => {
    await choose(backend.client, fixture('9003'), 'devon.hart');
    backend.advance(8 * DAY_MS);
    expect(await open('9001')).toBeUndefined();
    await backend.openReplica();
    expect((await open('9001'))?.userId).toBe('9001');
    expect(refusalOf(await inviteOf(backend.client, fixture('9005'))).code).toBe('FORBIDDEN');
    expect(refusalOf(await inviteOf(backend.client, fixture('9003'))).code).toBe('FORBIDDEN');
  });

  it('prevent the store from becoming a real one', async () => {
    await expect(backend.openReplica({ demo: false })).rejects.toThrow('This store was used by a demo');
  });
});
