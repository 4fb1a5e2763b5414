import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Delivery, OutgoingMail } from '~/backend/embedded/mails/mail-transport';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { createSealing } from '~/lib/sealing.server';
import { BEN, invitedIn, payAs, requestOf, tellAll } from '~tests/walks/invited-parent';
import { professionalBody } from '~tests/answers/professional-answers';
import { mails } from './mails';

const BY = ['--by', 'olga'];
const SECRET = 'a secret for tests alone, thirty-two';
const DAY_MS = 24 * 60 * 60 * 1000;

let backend: TestBackend;
let sent: OutgoingMail[];
let delivery: Delivery;
beforeEach(async () => {
  sent = [];
  delivery = { outcome: 'refused', code: 550 };
  backend = await openTestBackend({
    demo: false,
    mailTransport: {
      async send(mail) {
        if (delivery.outcome === 'sent') sent.push(mail);
        return Promise.resolve(delivery);
      },
    },
  });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  await backend.sendMails();
});
afterEach(() => backend.close());

const call = (...args: string[]) =>
  callCommandOn(backend, mails, args, { clock: backend.clock, storeClock: backend.storeClock });
const unsent = async () => JSON.parse((await call('list', '--json')).said) as { id: string; kind: string }[];

it('lists failed mails with the mail server’s response', async () => {
  const { code, said } = await call('list');
  expect(code).toBe(1);
  const lines = said.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^2026-03-01 12:00:00 UTC {2}[\w-]{36} {2}receipt {2}to ann1@example\.com {2}given-up {2}1 tries {2}The mail server rejected it permanently \(550\)$/,
  );
});

it('lists waiting mails with the reason', async () => {
  delivery = {
    outcome: 'later',
    cause: new Error('The mail server did not accept the mail (EENVELOPE, RCPT TO, 451)'),
  };
  await call('retry', 'all', ...BY);
  await backend.sendMails();
  const { code, said } = await call('list');
  expect(code).toBe(0);
  expect(said).toMatch(/waiting {2}1 tries {2}The mail server did not accept the mail \(EENVELOPE, RCPT TO, 451\)\n/);
});

it('retries a mail, also after the retry period, and records the operator', async () => {
  backend.advance(5 * DAY_MS);
  delivery = { outcome: 'sent' };
  const receipt = (await unsent()).find(({ kind }) => kind === 'receipt')!;
  expect(await call('retry', receipt.id, ...BY, '--dry-run')).toMatchObject({ code: 0 });
  await backend.sendMails();
  expect(sent).toEqual([]);
  expect((await call('retry', receipt.id, ...BY)).said).toMatch(/^Retrying: .* receipt {2}to ann1@example\.com/);
  await backend.sendMails();
  expect(sent.map(({ id }) => id)).toEqual([receipt.id]);
  expect((await unsent()).map(({ kind }) => kind).sort()).toEqual(['credentials', 'invite']);
  const record = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
  expect(record).toMatchObject([{ action: 'mail-requeued', by: 'olga', count: 1 }]);
  expect(JSON.stringify(record)).not.toContain('ann1');
});

it('retries mails that wait after a failed attempt, except those being sent or scheduled', async () => {
  await call('retry', 'all', ...BY);
  delivery = { outcome: 'later', cause: new Error('out of order') };
  await backend.sendMails();
  delivery = { outcome: 'sent' };
  const tomorrow = new Date(backend.clock.now().getTime() + DAY_MS).toISOString();
  const change = (kind: string, columns: { lease_until?: string; next_try_at?: string; tries?: number }) =>
    backend.store.db.updateTable('backend_mails').set(columns).where('kind', '=', kind).execute();
  await change('credentials', { lease_until: new Date(backend.clock.now().getTime() + 60_000).toISOString() });
  await change('invite', { tries: 0, next_try_at: tomorrow });
  const { code, said } = await call('retry', 'all', ...BY);
  expect([code, said.match(/^Retrying/gm)]).toEqual([0, ['Retrying']]);
  await backend.sendMails();
  expect((await unsent()).map(({ kind }) => kind).sort()).toEqual(['credentials', 'invite']);
  const sending = (await unsent()).find(({ kind }) => kind === 'credentials')!;
  expect(await call('retry', sending.id, ...BY)).toEqual({
    code: 1,
    said: `Mail ${sending.id} has not failed, or is being sent right now.\n`,
  });
});

it('skips an invitation whose link has expired', async () => {
  backend.advance(7 * DAY_MS + 1);
  delivery = { outcome: 'sent' };
  expect(await call('retry', 'all', ...BY)).toMatchObject({
    code: 1,
    said: expect.stringContaining('its link has expired') as string,
  });
  await backend.sendMails();
  expect(sent.map(({ to }) => to)).toEqual(['ann1@example.com', 'ann1@example.com']);
});

it('skips each mail whose link has expired: an invited parent’s after 7 days, others’ after 30', async () => {
  const mailed = backend.store.db.selectFrom('backend_mails').select('sealed_content').where('kind', '=', 'invite');
  const { sealed_content } = await mailed.executeTakeFirstOrThrow();
  const { text } = JSON.parse(createSealing([SECRET], 'backend').open(sealed_content)) as { text: string };
  const invited = invitedIn(text);
  await tellAll(backend.client, invited);
  await payAs(backend.client, invited, await requestOf(backend, invited));
  const body = professionalBody('iris@example.com');
  await backend.client.professional.create({ headers: { 'idempotency-key': 'key-1' }, body });
  await backend.sendMails();
  delivery = { outcome: 'sent' };
  const retried = async () => {
    const { code, said } = await call('retry', 'all', ...BY, '--dry-run');
    const due = [...said.matchAll(/^Would retry: .* (\w+) {2}to (\w+)/gm)].map(([, kind, to]) => `${kind} to ${to}`);
    return { code, due: due.sort(), said };
  };
  backend.advance(7 * DAY_MS - 1);
  expect(await retried()).toMatchObject({ code: 0, due: { length: 6 } });
  backend.advance(1);
  const afterWeek = await retried();
  expect(afterWeek).toMatchObject({
    code: 1,
    due: ['credentials to ann1', 'professional to iris', 'receipt to ann1', `receipt to ${BEN.email.split('@')[0]}`],
  });
  const remedy = /has expired\. To mail a new one: npm run sessions -- end EMAIL --links --by NAME$/gm;
  expect(afterWeek.said.match(remedy)).toHaveLength(2);
  backend.advance(23 * DAY_MS);
  const afterMonth = await retried();
  expect(afterMonth).toMatchObject({ code: 1, due: ['receipt to ann1', 'receipt to ben'] });
  expect(afterMonth.said.match(/its link has expired/g)).toHaveLength(4);
  expect(afterMonth.said.match(remedy)).toHaveLength(3);
});

it('reports that every mail was sent, and requires an operator name for retries', async () => {
  expect(await call('retry', 'nobody', ...BY)).toMatchObject({ code: 1 });
  expect(await call('retry', 'all')).toMatchObject({ code: 2 });
  delivery = { outcome: 'sent' };
  await call('retry', 'all', ...BY);
  await backend.sendMails();
  expect(await call('list')).toEqual({ code: 0, said: 'Every mail was sent.\n' });
});
