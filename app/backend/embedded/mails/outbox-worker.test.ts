import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { startMailServer, type MailServer, type MailServerOptions } from '~tests/fakes/mail-server';
import { professionalBody } from '~tests/answers/professional-answers';
import { latch } from '~tests/latch';
import type { EmbeddedOptions, MailEvent } from '~/backend/embedded/context';
import { createSealing } from '~/lib/sealing.server';
import { queueMail } from './outbox.server';
import { createSmtpTransport } from './smtp-transport.server';

const MINUTE_MS = 60_000;
/** The subjects of the mails for one payment. */
const SUBJECTS = [
  'Your Evenkeel receipt',
  'Your Evenkeel username and password',
  'Your personal invitation / Su invitación personal',
];
const FROM = { name: 'Post: a@other.example, news', address: 'post@mail.example' };
/** Longer than any delay in these tests, even on a busy machine. */
const PATIENCE_MS = 10_000;

let backend: TestBackend;
let server: MailServer;
let events: MailEvent[];
/** The counted outcomes. */
let tried: string[];
afterEach(async () => {
  vi.restoreAllMocks();
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
  tried = [];
  backend = await openTestBackend({
    mailTransport: change(createSmtpTransport({ url: server.url, from: FROM, silenceTimeoutMs: PATIENCE_MS })),
    reportMail: (event) => void events.push(event),
    mailTried: (outcome) => void tried.push(outcome),
  });
}

const buy = async () => {
  const signup = await backend.signUp();
  const { data } = await backend.pay(signup, await backend.requestFor(signup));
  expect(data?.state).toBe('paid');
};
const queued = () => backend.store.db.selectFrom('backend_mails').selectAll().orderBy('kind').execute();
/** The number of attempts per mail. A round records it after reporting, so tests wait for it. */
const attempts = async () => (await queued()).map((mail) => mail.tries).sort();
const subjects = () => server.mails.map(({ subject }) => subject).sort();

describe('the outbox worker', () => {
  it('tries once per round while the mail server is down, and sends everything once it is up', async () => {
    await openWith();
    const { port } = server;
    await server.close();
    await buy();
    await expect.poll(attempts).toEqual([0, 0, 1]);
    expect(events).toMatchObject([{ event: 'mail-not-sent' }]);
    expect(tried).toEqual(['unreachable']);
    server = await startMailServer({ port });
    backend.advance(MINUTE_MS - 1);
    await backend.sendMails();
    expect(server.mails).toHaveLength(2);
    backend.advance(1);
    await backend.sendMails();
    expect(subjects()).toEqual(SUBJECTS);
    expect(server.mails.map(({ from }) => from?.value)).toEqual(Array(3).fill([FROM]));
    await backend.sendMails();
    expect(server.mails).toHaveLength(3);
  });

  it('sends a professional’s mail as soon as they are registered', async () => {
    await openWith();
    const professional = { headers: { 'idempotency-key': 'key-1' }, body: professionalBody('iris@example.com') };
    await backend.client.professional.create(professional);
    const [mail] = await server.received(1);
    expect(JSON.stringify(mail?.to)).toContain('iris@example.com');
  });

  it('sends the other mails after a rejected recipient, and does not retry that mail', async () => {
    await openWith({
      refuse: (address) => (address.startsWith('ben') ? { code: 550, text: `no such user <${address}>` } : undefined),
    });
    await buy();
    await expect.poll(attempts).toEqual([1, 1, 1]);
    expect(events).toMatchObject([{ event: 'mail-given-up', kind: 'invite', code: 550 }]);
    expect(JSON.stringify(events)).not.toContain('ben');
    backend.advance(60 * MINUTE_MS);
    await backend.sendMails();
    expect(subjects()).toEqual(SUBJECTS.slice(0, 2));
    expect(events).toHaveLength(1);
  });

  it('retries a deferred mail at growing intervals, then gives up', async () => {
    await openWith({ refuse: () => ({ code: 451, text: 'greylisted, ben@example.com' }) });
    await buy();
    await expect.poll(attempts).toEqual([1, 1, 1]);
    expect(events).toHaveLength(3);
    expect(tried).toEqual(Array(3).fill('put-off'));
    const pauses = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720];
    for (const [tried, pause] of pauses.entries()) {
      backend.advance(pause * MINUTE_MS - 1);
      await backend.sendMails();
      expect(await attempts()).toEqual(Array(3).fill(tried + 1));
      backend.advance(1);
      await backend.sendMails();
    }
    expect(events.slice(-3).map(({ event }) => event)).toEqual(Array(3).fill('mail-given-up'));
    expect(events.map(({ cause }) => String(cause)).join()).not.toContain('ben@');
    backend.advance(10_000 * MINUTE_MS);
    await backend.sendMails();
    expect(events).toHaveLength(3 * (pauses.length + 1));
  });

  it('tries once per round while the mail server rejects the sender', async () => {
    await openWith({ refuseSender: { code: 452, text: 'quota exceeded' } });
    await buy();
    await expect.poll(attempts).toEqual([0, 0, 1]);
    expect(tried).toEqual(['unreachable']);
  });

  it('resends the same mail with the same id after a lost response', async () => {
    let isLost = true;
    await openWith({ swallowAnswer: () => isLost });
    await buy();
    await expect.poll(attempts).toEqual([0, 0, 1]);
    isLost = false;
    backend.advance(MINUTE_MS);
    await backend.sendMails();
    expect(server.mails).toHaveLength(4);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(3);
  });

  it('sends a mail once that the server scans for three minutes', async () => {
    const { mock } = vi.spyOn(Socket.prototype, 'setTimeout');
    let scanned = 0;
    const hold = () => {
      const sockets = (mock.contexts as Socket[]).filter(({ remotePort }) => remotePort === server.port);
      for (const socket of sockets) if (socket.timeout! <= 3 * MINUTE_MS) socket.emit('timeout');
      scanned += sockets.length;
      return Promise.resolve();
    };
    await openWith({ hold });
    await buy();
    await expect.poll(attempts).toEqual([1, 1, 1]);
    expect(scanned).toBeGreaterThan(0);
    expect(events).toEqual([]);
    expect(subjects()).toEqual(SUBJECTS);
  });

  it('blocks no other work while the mail server is slow, and sends each mail from only one replica', async () => {
    const held = latch();
    await openWith({ hold: () => held.opened });
    await buy();
    const replica = await backend.openReplica();
    const rounds = [backend.sendMails(), replica.sendMails(), replica.sendMails()];
    held.open();
    await Promise.all(rounds);
    expect(subjects()).toEqual(SUBJECTS);
    expect((await queued()).map(({ tries, lease_token }) => [tries, lease_token])).toEqual(Array(3).fill([1, null]));
  });
});

it.each([6, -6])('sends each mail from only one replica, whose clock differs by %i minutes', async (minutes) => {
  const held = latch();
  const sent: string[] = [];
  await openWith({}, () => ({
    async send({ id }) {
      sent.push(id);
      await held.opened;
      return { outcome: 'sent' };
    },
  }));
  const replica = await backend.openReplica({
    clock: { now: () => new Date(backend.clock.now().getTime() + minutes * MINUTE_MS) },
  });
  await buy();
  await expect.poll(() => sent.length).toBe(1);
  const rounds = [replica.sendMails(), backend.sendMails()];
  await expect.poll(() => sent.length).toBe(2);
  held.open();
  await Promise.all(rounds);
  expect(new Set(sent).size).toBe(3);
  expect(sent).toHaveLength(3);
});

it('retries a mail as soon as its pause is over, although the clock of the replica is behind', async () => {
  await openWith();
  const { port } = server;
  await server.close();
  await buy();
  await expect.poll(attempts).toEqual([0, 0, 1]);
  server = await startMailServer({ port });
  const replica = await backend.openReplica({
    clock: { now: () => new Date(backend.clock.now().getTime() - 5 * MINUTE_MS) },
  });
  backend.advance(MINUTE_MS);
  await replica.sendMails();
  expect(subjects()).toEqual(SUBJECTS);
});

it.each([-4, 4])('sends the mails of a process whose clock differs by %i days', async (days) => {
  await openWith();
  const replica = await backend.openReplica({
    clock: { now: () => new Date(backend.clock.now().getTime() + days * 24 * 60 * MINUTE_MS) },
  });
  const signup = await backend.signUp();
  const { data } = await backend.payWith(replica.client, signup, await backend.requestFor(signup), 'key-1');
  expect(data?.state).toBe('paid');
  await backend.sendMails();
  // The replica may still be sending one.
  await expect.poll(subjects).toEqual(SUBJECTS);
  expect(events).toEqual([]);
});

it('resends a mail whose process died between sending and recording it', async () => {
  const sentBeforeDeath: string[] = [];
  let resumeDeadWorker = () => {};
  await openWith({}, (mailTransport) => ({
    async send(mail) {
      await mailTransport!.send(mail);
      sentBeforeDeath.push(mail.id);
      return new Promise((resolve) => {
        resumeDeadWorker = () => resolve({ outcome: 'unreachable', cause: new Error('The worker was only suspended') });
      });
    },
  }));
  await buy();
  await server.received(1);
  const other = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, silenceTimeoutMs: PATIENCE_MS }),
  });
  await other.sendMails();
  // The dead process keeps its mail until the lease expires.
  expect(server.mails).toHaveLength(3);
  backend.advance(5 * MINUTE_MS);
  await other.sendMails();
  expect(server.mails).toHaveLength(4);
  expect(server.mails[3]!.messageId).toBe(`<${sentBeforeDeath[0]}@mail.example>`);
  const after = await queued();
  expect(after.map(({ sent_at }) => sent_at)).not.toContain(null);
  resumeDeadWorker();
  await backend.stop();
  // A worker that lost its lease can no longer write.
  expect(await queued()).toEqual(after);
});

it('waits no longer for times of a clock that was set back', async () => {
  await openWith();
  const { port } = server;
  await server.close();
  await buy();
  await expect.poll(attempts).toEqual([0, 0, 1]);
  const [failed, leased] = (await queued()).sort((one, other) => other.tries - one.tries);
  const ahead = new Date(Date.now() + 5 * 60 * MINUTE_MS).toISOString();
  const set = (id: string, times: { next_try_at?: string; lease_until?: string }) =>
    backend.store.db.updateTable('backend_mails').set(times).where('id', '=', id).execute();
  await set(failed!.id, { next_try_at: ahead });
  await set(leased!.id, { lease_until: ahead });
  server = await startMailServer({ port });
  await backend.sendMails();
  expect(subjects()).toEqual(SUBJECTS);
});

it.each([
  ['can no longer be decrypted', { sealed_content: 'sealed.elsewhere' }, 'mail-given-up'],
  ['has a recipient that Nodemailer rejects', { recipient: '' }, 'mail-not-sent'],
])('sends the other mails when one %s', async (_how, change, event) => {
  await openWith({}, () => undefined);
  await buy();
  await backend.store.db
    .updateTable('backend_mails')
    .set({ ...change, created_at: new Date(backend.clock.now().getTime() - MINUTE_MS).toISOString() })
    .where('kind', '=', 'invite')
    .execute();
  const later = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, silenceTimeoutMs: PATIENCE_MS }),
  });
  await later.sendMails();
  expect(subjects()).toEqual(SUBJECTS.slice(0, 2));
  expect(events).toMatchObject([{ event, kind: 'invite' }]);
});

it('drops mails that waited three days for a mail server', async () => {
  await openWith({}, () => undefined);
  await buy();
  backend.advance(3 * 24 * 60 * MINUTE_MS + 1);
  const later = await backend.openReplica({
    mailTransport: createSmtpTransport({ url: server.url, from: FROM, silenceTimeoutMs: PATIENCE_MS }),
  });
  await later.sendMails();
  expect(server.mails).toEqual([]);
  expect((await queued()).map(({ given_up_at }) => given_up_at)).not.toContain(null);
});

it('counts a scheduled invite as waiting only from its date', async () => {
  await openWith({}, () => undefined);
  const { db } = backend.store;
  const invite = { kind: 'invite', recipient: 'ben@example.com', language: 'en', subject: 'x', text: 'x' } as const;
  const sealing = createSealing(['a secret for tests, thirty-two long'], 'backend');
  await queueMail(db, sealing, invite, { now: backend.clock.now(), delayMs: 24 * 60 * MINUTE_MS });
  const backlog = async () => {
    const { mails, oldestMail } = await backend.readBacklog();
    return { ...mails, oldestMail };
  };
  expect(await backlog()).toEqual({ waiting: 0, 'given-up': 0, oldestMail: 0 });
  backend.advance(24 * 60 * MINUTE_MS + 1000);
  expect(await backlog()).toEqual({ waiting: 1, 'given-up': 0, oldestMail: 1 });
});
