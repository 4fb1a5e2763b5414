import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { BEN, invitedIn, payAs, renewFor, requestOf, tell, tellAll } from '~tests/walks/invited-parent';
import { actions } from './actions';
import type { Command } from './command';
import { sessions } from './sessions';

const SECRET = 'a secret for tests alone, thirty-two';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
});
afterEach(() => backend.close());

const call = (command: Command, args: string[], ask?: (question: string) => Promise<string>) =>
  callCommandOn(backend, command, args, { clock: backend.clock, storeClock: backend.storeClock, ask });
const end = (...args: string[]) => call(sessions, ['end', ...args]);
const CONFIRMED = ['--by', 'olga', '--yes'];

const save = (ids: string[], email: string, secret = SECRET) => saveData(ids, { parent: { email } }, secret);

async function saveData(ids: string[], data: object, secret = SECRET): Promise<void> {
  const sealing = createSealing([secret], 'session');
  const rows = ids.map((id) => ({
    id,
    data: sealing.seal(JSON.stringify(data)),
    created_at: '2026-03-01',
    expires_at: '2026-03-02',
  }));
  await backend.store.db.insertInto('sessions').values(rows).execute();
}

/** Pays as Ann, who names Ben. @returns the data of Ben's invite */
async function inviteBen() {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  await backend.pay(signup, await backend.requestFor(signup));
  return invitedIn((await mailsOf('invite'))[0]!.text);
}

/** The mails of a kind, the oldest first. */
async function mailsOf(kind: string) {
  const mails = backend.store.db.selectFrom('backend_mails').selectAll().where('kind', '=', kind);
  const sealing = createSealing([SECRET], 'backend');
  return (await mails.orderBy('created_at').execute()).map(({ recipient, language, sealed_content }) => ({
    recipient,
    language,
    text: (JSON.parse(sealing.open(sealed_content)) as { text: string }).text,
  }));
}
const left = async () =>
  (await backend.store.db.selectFrom('sessions').select('id').orderBy('id').execute()).map(({ id }) => id);

it('ends all sessions of one person and of no other', async () => {
  const many = Array.from({ length: 1_200 }, (_, index) => `a${String(index).padStart(4, '0')}`);
  for (const from of [0, 400, 800]) await save(many.slice(from, from + 400), 'Ann@Example.com');
  await save(['other'], 'joann@example.com');
  expect(await end('ann@example.com', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: 'Would end 1200 sessions and 0 links.\n',
  });
  expect(await left()).toHaveLength(1_201);
  expect(await end('ann@example.com', ...CONFIRMED)).toEqual({ code: 0, said: 'Ended: 1200 sessions and 0 links.\n' });
  expect(await left()).toEqual(['other']);
});

it('ends the links in the person’s mails on request, and no other links', async () => {
  for (const email of ['ann@example.com', 'bo@example.com']) {
    const signup = await backend.signUp({ email });
    await backend.pay(signup, await backend.requestFor(signup), email);
  }
  const open = async () => {
    const now = backend.clock.now().toISOString();
    const tokens = await backend.store.db.selectFrom('backend_tokens').select(['purpose', 'expires_at']).execute();
    return tokens.filter(({ purpose, expires_at }) => purpose === 'credentials' && expires_at > now).length;
  };
  expect(await open()).toBe(2);
  expect(await end('ann@example.com', ...CONFIRMED)).toMatchObject({ said: 'Ended: 0 sessions and 0 links.\n' });
  expect(await open()).toBe(2);
  // The operator's machine is an hour ahead of the store, whose clock ends the link.
  const clock = { now: () => new Date(backend.clock.now().getTime() + 3_600_000) };
  const args = ['end', 'ann@example.com', '--links', ...CONFIRMED];
  expect(await callCommandOn(backend, sessions, args, { clock, storeClock: backend.storeClock })).toMatchObject({
    said: 'Ended: 0 sessions and 1 links.\n',
  });
  expect(await open()).toBe(1);
});

it('shuts out an intruder who typed their own e-mail into an invite, and mails its new link to its owner', async () => {
  const invited = await inviteBen();
  await tell(backend.client, invited, { sections: ['PARENT'], parent: { ...BEN, email: 'ex@example.com' } });
  await saveData(['intruder'], { invited, parent: { email: 'ex@example.com' } });
  await saveData(['before step 1'], { inviteId: invited.userId });
  await save(['inviter'], 'ann@example.com');
  expect(await end('ben@example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: 'Would end 2 sessions and 1 links, and remove the answers of 1 invites.\n',
  });
  expect(await left()).toHaveLength(3);
  expect(await end('ben@example.com', '--links', ...CONFIRMED)).toEqual({
    code: 0,
    said: 'Ended: 2 sessions and 1 links; the answers of 1 invites were removed.\n',
  });
  expect(await left()).toEqual(['inviter']);
  backend.advance(60_000);
  await renewFor(backend.client, invited.token);
  expect((await mailsOf('invite')).map(({ recipient }) => recipient)).toEqual(['ben@example.com', 'ben@example.com']);
});

it('keeps the answers of an invite for their own e-mail, and those that were paid with', async () => {
  const invited = await inviteBen();
  const answers = async () =>
    (await backend.store.db.selectFrom('backend_invitations').select('answers').executeTakeFirstOrThrow()).answers;
  const own = { ...BEN, email: 'ben.at.work@example.com' };
  await tellAll(backend.client, invited, own);
  const given = await answers();
  expect((await end('ben.at.work@example.com', '--links', ...CONFIRMED)).said).toBe('Ended: 0 sessions and 1 links.\n');
  expect(await answers()).toBe(given);
  backend.advance(60_000);
  await renewFor(backend.client, invited.token);
  const renewed = invitedIn((await mailsOf('invite')).at(-1)!.text);
  await payAs(backend.client, renewed, await requestOf(backend, renewed));
  const paid = await answers();
  expect(paid).toContain(own.email);
  expect((await end('ben@example.com', '--links', ...CONFIRMED)).said).not.toContain('answers');
  expect(await answers()).toBe(paid);
});

it('records operator and reason without the e-mail, in an immutable log', async () => {
  await save(['hers'], 'ann@example.com');
  await end('ann@example.com', '--by', 'olga', '--why', 'asked by phone', '--yes');
  await end('bo@example.com', ...CONFIRMED);
  const { db } = backend.store;
  const rows = await db.selectFrom('operator_actions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('example.com');
  const { said } = await call(actions, ['--about', 'Ann@example.com']);
  expect(said).toBe('2026-03-01 12:00:00 UTC  sessions-ended  1  by olga  (asked by phone)\n');
  expect(JSON.parse((await call(actions, ['--json'])).said)).toHaveLength(2);
  expect((await call(actions, ['--about', 'nobody@example.com'])).said).toBe('No actions are recorded.\n');
  await expect(db.updateTable('operator_actions').set({ by: 'nobody' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('operator_actions').execute()).rejects.toThrow('append-only');
});

it('asks for confirmation, requires an operator name, and reports unreadable sessions', async () => {
  await save(['hers'], 'ann@example.com');
  await save(['unreadable'], 'ann@example.com', 'another secret, of another time, long');
  const typed = await call(sessions, ['end', 'ann@example.com', '--by', 'olga'], () => Promise.resolve('yes'));
  expect([typed.code, typed.said]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(await end('ann@example.com', '--yes')).toMatchObject({ code: 2 });
  expect(await end('ann@example.com', '--by', 'olga')).toMatchObject({ code: 2 });
  expect(await left()).toEqual(['hers', 'unreadable']);
  const done = await end('ann@example.com', ...CONFIRMED);
  expect([done.code, done.said]).toEqual([1, expect.stringContaining('1 sessions cannot be opened with any secret')]);
  expect(await left()).toEqual(['unreadable']);
});
