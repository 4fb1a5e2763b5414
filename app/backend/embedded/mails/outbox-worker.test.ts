import { afterEach, describe, expect, it } from 'vitest';
import { openTestBackend, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import { startMailServer, type MailServer, type MailServerOptions } from '~tests/fakes/mail-server';
import type { EmbeddedOptions, MailEvent } from '~/backend/embedded/context';
import { createSmtpTransport } from './smtp-transport.server';

const MINUTE_MS = 60_000;
const FROM = 'post@mail.example';

let backend: TestBackend;
let server: MailServer;
let events: MailEvent[];
afterEach(async () => {
  await backend.close();
  await server.close();
});

async function openWith(
  options: MailServerOptions = {},
  change: (mailTransport: NonNullable<EmbeddedOptions['mailTransport']>) => EmbeddedOptions['mailTransport'] = (
    mailTransport,
  ) => mailTransport,
) {
  server = await startMailServer(options);
  events = [];
  backend = await openTestBackend({
    mailTransport: change(createSmtpTransport({ url: server.url, from: FROM, patienceMs: 500 })),
    reportMail: (event) => void events.push(event),
  });
}

const buy = async (signup?: SignUp, language = 'en') => {
  const who = signup ?? (await backend.signUp());
  const asked = { ...who, headers: { ...who.headers, 'accept-language': language } };
  const { data } = await backend.pay(asked, await backend.requestFor(asked));
  expect(data?.state).toBe('paid');
};
const queued = () => backend.store.db.selectFrom('backend_mails').selectAll().orderBy('kind').execute();
const subjects = () => server.mails.map(({ subject }) => subject).sort();

describe('what a payment sends', () => {
  it('goes at once: a receipt to who paid, and to the co-parent an invitation that tells an onlooker nothing', async () => {
    await openWith();
    await buy();
    const mails = await server.received(2);
    const invite = mails.find(({ envelopeTo }) => envelopeTo[0] === 'ben@example.com')!;
    const receipt = mails.find(({ envelopeTo }) => envelopeTo[0] === 'ann1@example.com')!;
    expect(receipt.subject).toBe('Your Evenkeel receipt');
    expect(receipt.text).toContain('Total: $179.55');
    expect(receipt.html).toContain('Total: $179.55');

    expect(invite.from?.value).toEqual([{ address: FROM, name: '' }]);
    expect(invite.subject).toBe('Your personal link');
    const headers = invite.source.slice(0, invite.source.indexOf('\r\n\r\n'));
    expect(headers).not.toMatch(/evenkeel|parent|ann|lee/i);
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(headers).toMatch(/^Content-Type: multipart\/alternative/m);
    const link = /https:\/\/join\.example\/app\/join\/invite\?token=[\w-]{43}&userId=[\w-]{36}/.exec(invite.text!)?.[0];
    expect(link).toBeDefined();
    const html = invite.html as string;
    expect(html).toMatch(/^<!doctype html><html lang="en"/i);
    expect(html).toContain(`href="${link!.replace('&', '&amp;')}"`);
    expect(html).not.toMatch(/<img|<script|<link|<style|url\(|src=/i);
    expect(html.match(/https?:/g)).toHaveLength(1);
    expect(`${invite.text}${html}`).not.toMatch(/undefined|\{\{|backend:/);
    await expect.poll(async () => (await queued()).map(({ sent_at }) => sent_at)).not.toContain(null);
    expect(events).toEqual([]);
  });

  it('is in the inviter’s language', async () => {
    await openWith();
    await buy(undefined, 'es-MX');
    const invite = (await server.received(2)).find(({ envelopeTo }) => envelopeTo[0] === 'ben@example.com')!;
    expect(invite.subject).toBe('Su enlace personal');
    expect(invite.html).toContain('<html lang="es"');
    expect(invite.headers.get('content-language')).toBe('es');
  });

  it('stays in its line and its element, whatever somebody is called', async () => {
    await openWith();
    const signup = await backend.signUp();
    await backend.client.registrations.update({
      params: { signupId: signup.signupId },
      headers: signup.headers,
      body: {
        sections: ['FAMILY'],
        coParent: { firstName: 'B\r\nBcc: e@x.co', lastName: '<b>L</b>', email: 'ben@example.com' },
        children: [],
        coParentDuplicateConfirmed: false,
      },
    });
    await backend.client.registrations.update({
      params: { signupId: signup.signupId },
      headers: signup.headers,
      body: {
        sections: ['PARENT'],
        parent: {
          firstName: '<i>A\r\nCc: f@x.co',
          lastName: 'L',
          email: 'ann1@example.com',
          phoneCountryCode: '+1',
          phoneNumber: '6125550100',
        },
      },
    });
    await buy(signup);
    const mails = await server.received(2);
    expect(mails.flatMap(({ envelopeTo }) => envelopeTo).sort()).toEqual(['ann1@example.com', 'ben@example.com']);
    for (const mail of mails) {
      expect([mail.cc, mail.bcc, mail.headers.has('bcc'), mail.headers.has('cc')]).toEqual([
        undefined,
        undefined,
        false,
        false,
      ]);
      expect(mail.html).not.toMatch(/<i>|<b>/);
    }
    expect(mails.map(({ text }) => text!.split('\n')[0])).toEqual(
      expect.arrayContaining(['Hello B Bcc: e@x.co,', 'Hello <i>A Cc: f@x.co,']),
    );
  });
});

describe('a mail server', () => {
  it('that is down costs one try a round, and gets everything when it is up', async () => {
    await openWith();
    const { port } = server;
    await server.close();
    await buy();
    await expect.poll(() => events.length).toBe(1);
    expect(events).toMatchObject([{ event: 'mail-not-sent' }]);
    expect((await queued()).map(({ tries }) => tries).sort()).toEqual([0, 1]);
    server = await startMailServer({ port });
    backend.advance(MINUTE_MS - 1);
    await backend.sendMails();
    expect(server.mails).toHaveLength(1);
    backend.advance(1);
    await backend.sendMails();
    expect(subjects()).toEqual(['Your Evenkeel receipt', 'Your personal link']);
    await backend.sendMails();
    expect(server.mails).toHaveLength(2);
  });

  it('that refuses one recipient gets the others, and is not asked again', async () => {
    await openWith({
      refuse: (address) => (address.startsWith('ben') ? { code: 550, text: `no such user <${address}>` } : undefined),
    });
    await buy();
    await expect.poll(() => events.length).toBe(1);
    expect(events).toMatchObject([{ event: 'mail-given-up', kind: 'invite', code: 550 }]);
    expect(JSON.stringify(events)).not.toContain('ben');
    backend.advance(60 * MINUTE_MS);
    await backend.sendMails();
    expect(subjects()).toEqual(['Your Evenkeel receipt']);
    expect(events).toHaveLength(1);
  });

  it('that says “later” is asked later, less and less often, and given up at last', async () => {
    await openWith({ refuse: () => ({ code: 451, text: 'greylisted, ben@example.com' }) });
    await buy();
    await expect.poll(() => events.length).toBe(2);
    const pauses = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720];
    for (const [tries, pause] of pauses.entries()) {
      backend.advance(pause * MINUTE_MS - 1);
      await backend.sendMails();
      expect((await queued()).map((mail) => mail.tries)).toEqual([tries + 1, tries + 1]);
      backend.advance(1);
      await backend.sendMails();
    }
    expect(events.slice(-2).map(({ event }) => event)).toEqual(['mail-given-up', 'mail-given-up']);
    expect(events.map(({ cause }) => String(cause)).join()).not.toContain('ben@');
    backend.advance(10_000 * MINUTE_MS);
    await backend.sendMails();
    expect(events).toHaveLength(2 * (pauses.length + 1));
  });

  it('whose answer is lost gets the same mail again, and it can be told', async () => {
    let isLost = true;
    await openWith({ swallowAnswer: () => isLost });
    await buy();
    await expect.poll(() => events.length).toBe(1);
    isLost = false;
    backend.advance(MINUTE_MS);
    await backend.sendMails();
    expect(server.mails).toHaveLength(3);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('that is slow holds nobody up, and is not asked twice by two replicas', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    // Longer than any wait in this test.
    await openWith({ hold: () => held }, () =>
      createSmtpTransport({ url: server.url, from: FROM, patienceMs: 10_000 }),
    );
    await buy();
    const replica = await backend.openReplica();
    const rounds = [backend.sendMails(), replica.sendMails(), replica.sendMails()];
    letGo();
    await Promise.all(rounds);
    expect(subjects()).toEqual(['Your Evenkeel receipt', 'Your personal link']);
    expect((await queued()).map(({ tries, lease_token }) => [tries, lease_token])).toEqual([
      [1, null],
      [1, null],
    ]);
  });
});

it('a process that is killed between sending and writing it down leaves a mail that is sent again, not lost', async () => {
  const sentAndKilled: string[] = [];
  let wakeTheDead = () => {};
  await openWith({}, (mailTransport) => ({
    async send(mail) {
      await mailTransport!.send(mail);
      sentAndKilled.push(mail.id);
      return new Promise((resolve) => {
        wakeTheDead = () => resolve({ outcome: 'unreachable', cause: new Error('It was only asleep') });
      });
    },
  }));
  await buy();
  await server.received(1);
  const other = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, patienceMs: 500 }),
  });
  await other.sendMails();
  // The dead process keeps its mail until the lease expires.
  expect(server.mails).toHaveLength(2);
  backend.advance(5 * MINUTE_MS);
  await other.sendMails();
  expect(server.mails).toHaveLength(3);
  expect(server.mails[2]!.messageId).toBe(`<${sentAndKilled[0]}@mail.example>`);
  const after = await queued();
  expect(after.map(({ sent_at }) => sent_at)).not.toContain(null);
  wakeTheDead();
  await backend.stop();
  // A worker that lost its lease can no longer write.
  expect(await queued()).toEqual(after);
});

it('a mail that no secret opens any more holds up no other', async () => {
  await openWith({}, () => undefined);
  await buy();
  await backend.store.db
    .updateTable('backend_mails')
    .set({ sealed_content: 'sealed.elsewhere' })
    .where('kind', '=', 'invite')
    .execute();
  const later = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, patienceMs: 500 }),
  });
  await later.sendMails();
  expect(subjects()).toEqual(['Your Evenkeel receipt']);
  expect(events).toMatchObject([{ event: 'mail-given-up', kind: 'invite' }]);
});

it('what waited for three days without a mail server is not sent when there is one', async () => {
  await openWith({}, () => undefined);
  await buy();
  backend.advance(3 * 24 * 60 * MINUTE_MS + 1);
  const later = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, patienceMs: 500 }),
  });
  await later.sendMails();
  expect(server.mails).toEqual([]);
  expect((await queued()).map(({ given_up_at }) => given_up_at)).not.toContain(null);
});
