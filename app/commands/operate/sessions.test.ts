import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import {
  BEN,
  choose,
  invitedIn,
  inviteOf,
  payAs,
  renewFor,
  requestOf,
  tell,
  tellAll,
} from '~tests/walks/invited-parent';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { professionalBody } from '~tests/answers/professional-answers';
import { actions } from './actions';
import type { Command } from './command';
import { sessionSecret } from './pepper';
import { sessions } from './sessions';
import { story } from './story';

const SECRET = 'a secret for tests alone, thirty-two';

/** The settings of a mail with a link. */
const SITE = {
  PUBLIC_URL: 'https://join.example',
  SUPPORT_EMAIL: 'help@example.com',
  SUPPORT_PHONE_US: '1-800-555-0123',
  SUPPORT_PHONE_NZ: '0800 123 456',
  SUPPORT_PHONE_AU: '1800 975 712',
  SUPPORT_PHONE_UK: '0808 157 0193',
};

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  writeFileSync(join(backend.dataDir, 'session-secret'), SECRET);
});
afterEach(() => backend.close());

const call = (command: Command, args: string[], ask?: (question: string) => Promise<string>) =>
  callCommandOn(backend, command, args, { env: SITE, clock: backend.clock, storeClock: backend.storeClock, ask });
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
  for (const from of [0, 400]) await save(many.slice(from, from + 400), 'Ann@Example.com');
  await save(many.slice(800), 'ann@ＥＸＡＭＰＬＥ.com');
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
    const tokens = await backend.store.db.selectFrom('backend_tokens').selectAll().execute();
    return tokens.flatMap(({ token_hash, purpose, expires_at }) =>
      purpose === 'credentials' && expires_at > now ? [token_hash] : [],
    );
  };
  const mailed = await open();
  expect(mailed).toHaveLength(2);
  expect(await end('ann@example.com', ...CONFIRMED)).toMatchObject({ said: 'Ended: 0 sessions and 0 links.\n' });
  expect(await open()).toEqual(mailed);
  // The operator's machine is an hour ahead of the store, whose clock ends the link.
  const clock = { now: () => new Date(backend.clock.now().getTime() + 3_600_000) };
  const args = ['end', 'ann@example.com', '--links', ...CONFIRMED];
  const env = SITE;
  expect(await callCommandOn(backend, sessions, args, { env, clock, storeClock: backend.storeClock })).toMatchObject({
    said: 'Ended: 0 sessions and 1 links. Queued: 1 mails with a new link.\n',
  });
  expect((await open()).filter((hash) => mailed.includes(hash))).toHaveLength(1);
});

const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)![1]!;
/** Whether the link of a mail sets username and password. */
const opens = async (text: string) =>
  (await choose(backend.client, { userId: '', token: tokenIn(text) }, 'a.user.name')).error === null;

it('mails a paying parent a new link to username and password, because no other way leads to them', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  signup.headers['accept-language'] = 'es';
  await backend.pay(signup, await backend.requestFor(signup));
  const [before] = await mailsOf('credentials');
  await backend.store.db.updateTable('backend_mails').set({ given_up_at: '2026-03-01' }).execute();
  backend.advance(1000);
  expect(await end('ann@example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: 'Would end 0 sessions and 1 links; mail 1 new links.\n',
  });
  expect(await end('ann@example.com', '--links', ...CONFIRMED)).toMatchObject({ code: 0 });
  // The mail that was given up contained the ended link.
  const [after, ...more] = await mailsOf('credentials');
  expect(more).toEqual([]);
  expect(after).toMatchObject({ recipient: 'ann@example.com', language: 'es' });
  expect([before!.text, after!.text].map((text) => text.includes('Su recibo llegará'))).toEqual([true, false]);
  expect(after!.text.replaceAll(/\s+/g, ' ')).toContain('porque se solicitó un nuevo enlace');
  expect([await opens(before!.text), await opens(after!.text)]).toEqual([false, true]);
  expect((await end('ann@example.com', '--links', ...CONFIRMED)).said).not.toContain('Queued');
});

it('mails a new link to a paying parent whose only link has expired', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  signup.headers['accept-language'] = 'es';
  await backend.pay(signup, await backend.requestFor(signup));
  await backend.signUp({ email: 'unpaid@example.com' });
  backend.advance(31 * 24 * 3_600_000);
  await backend.purge();
  expect(await backend.store.db.selectFrom('backend_tokens').select('purpose').execute()).toEqual([
    { purpose: 'invite' },
  ]);
  expect((await end('unpaid@example.com', '--links', ...CONFIRMED)).said).not.toContain('Queued');
  expect(await end('Ann@Example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: 'Would end 0 sessions and 0 links; mail 1 new links.\n',
  });
  expect(await end('Ann@Example.com', '--links', ...CONFIRMED)).toEqual({
    code: 0,
    said: 'Ended: 0 sessions and 0 links. Queued: 1 mails with a new link.\n',
  });
  const [mail, ...more] = await mailsOf('credentials');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'ann@example.com', language: 'es' });
  expect(await opens(mail!.text)).toBe(true);
  expect((await end('ann@example.com', '--links', ...CONFIRMED)).said).not.toContain('Queued');
});

it('mails a paying invited parent a new link to their invite', async () => {
  const invited = await inviteBen();
  await tellAll(backend.client, invited);
  await payAs(backend.client, invited, await requestOf(backend, invited));
  backend.advance(1000);
  expect((await end('ben@example.com', '--links', ...CONFIRMED)).said).toContain('Queued: 1 mails');
  const [newest, ...more] = (await mailsOf('credentials')).filter(({ recipient }) => recipient === 'ben@example.com');
  expect([more, await mailsOf('invite')]).toEqual([[], []]);
  expect(invitedIn(newest!.text).userId).toBe(invited.userId);
  expect(await opens(newest!.text)).toBe(true);
});

it.each(['is lost', 'has expired'])('mails a new invite to an invited parent whose link %s', async (how) => {
  const invited = await inviteBen();
  if (how === 'has expired') backend.advance(8 * 24 * 3_600_000);
  backend.advance(1000);
  const links = how === 'has expired' ? 0 : 1;
  const [first] = await mailsOf('invite');
  expect(await end('Ben@example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: `Would end 0 sessions and ${links} links; mail 1 new links.\n`,
  });
  expect(await end('Ben@example.com', '--links', ...CONFIRMED)).toEqual({
    code: 0,
    said: `Ended: 0 sessions and ${links} links. Queued: 1 mails with a new link.\n`,
  });
  // The first mail still waited, and would bring a link that has ended.
  const [newest, ...more] = await mailsOf('invite');
  expect(more).toEqual([]);
  expect(newest).toMatchObject({ recipient: 'ben@example.com', language: first!.language });
  const renewed = invitedIn(newest!.text);
  expect([renewed.userId, (await inviteOf(backend.client, renewed)).error]).toEqual([invited.userId, null]);
  expect((await inviteOf(backend.client, invited)).error).not.toBeNull();
});

it('keeps the account of a professional whose link it ends, and mails them a new one', async () => {
  const body = professionalBody('Iris@ü.example');
  const headers = { 'idempotency-key': 'key-1', 'accept-language': 'es' };
  await backend.client.professional.create({ headers, body });
  backend.advance(1000);
  expect((await end('iris@ü.example', '--links', ...CONFIRMED)).said).toContain('Queued: 1 mails');
  backend.advance(1000);
  await backend.purge();
  const [newest, ...more] = await mailsOf('professional');
  expect(more).toEqual([]);
  expect(newest).toMatchObject({ recipient: 'Iris@ü.example', language: 'es' });
  expect(await opens(newest!.text)).toBe(true);
});

it('ends the link of a renewal that came while it asked for confirmation', async () => {
  const invited = await inviteBen();
  const args = ['end', 'ben@example.com', '--links', '--by', 'olga'];
  let renewal = '';
  const ended = await call(sessions, args, async () => {
    backend.advance(60_000);
    await renewFor(backend.client, invited.token);
    renewal = (await mailsOf('invite'))[1]!.text;
    return 'ben@example.com';
  });
  expect(ended).toEqual({
    code: 0,
    said: 'Ended: 0 sessions and 2 links. Queued: 1 mails with a new link.\n',
  });
  const renewed = invitedIn(renewal);
  expect((await inviteOf(backend.client, renewed)).error).not.toBeNull();
});

it('mails a new link to a parent who paid while it asked for confirmation', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  const request = await backend.requestFor(signup);
  const args = ['end', 'ann@example.com', '--links', '--by', 'olga'];
  const pay = async (key: string) => {
    await backend.pay(signup, request, key);
    return 'ann@example.com';
  };
  expect(await call(sessions, args, () => pay('key-1'))).toEqual({
    code: 0,
    said: 'Ended: 0 sessions and 1 links. Queued: 1 mails with a new link.\n',
  });
  const [newest] = await mailsOf('credentials');
  expect(await opens(newest!.text)).toBe(true);
});

it('changes nothing if a setting of the mail with the new link is missing', async () => {
  const signup = await backend.signUp({ email: 'ann@example.com' });
  await backend.pay(signup, await backend.requestFor(signup));
  await save(['hers'], 'ann@example.com');
  const [mail] = await mailsOf('credentials');
  const env = { ...SITE, PUBLIC_URL: undefined };
  const args = ['end', 'ann@example.com', '--links', ...CONFIRMED];
  expect(await callCommandOn(backend, sessions, args, { env, storeClock: backend.storeClock })).toEqual({
    code: 2,
    said: 'Nothing was changed. PUBLIC_URL: is required, because the mail with a new link contains it\n',
  });
  expect(await left()).toEqual(['hers']);
  expect(await opens(mail!.text)).toBe(true);
});

it('shuts out an intruder who typed their own e-mail into an invite, and mails its new link to its owner', async () => {
  const invited = await inviteBen();
  await tell(backend.client, invited, { sections: ['PARENT'], parent: { ...BEN, email: 'ex@example.com' } });
  await saveData(['intruder'], { invited, parent: { email: 'ex@example.com' } });
  await saveData(['before step 1'], { inviteId: invited.userId });
  await save(['inviter'], 'ann@example.com');
  expect(await end('ben@example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
    code: 0,
    said: 'Would end 2 sessions and 1 links; remove the answers of 1 invites; mail 1 new links.\n',
  });
  expect(await left()).toHaveLength(3);
  expect(await end('ben@example.com', '--links', ...CONFIRMED)).toEqual({
    code: 0,
    said: 'Ended: 2 sessions and 1 links. Removed: the answers of 1 invites. Queued: 1 mails with a new link.\n',
  });
  expect(await left()).toEqual(['inviter']);
  backend.advance(60_000);
  await renewFor(backend.client, invited.token);
  expect((await mailsOf('invite')).map(({ recipient }) => recipient)).toEqual(Array(2).fill('ben@example.com'));
});

it.each(['unknown', 'authorised', 'needs-operator', 'declined'] as const)(
  'keeps the answers and the consent of an invite whose payment is %s only if it is unfinished',
  async (state) => {
    const { db } = backend.store;
    const invited = await inviteBen();
    await tellAll(backend.client, invited, { ...BEN, email: 'ben.at.work@example.com' });
    await db.updateTable('backend_invitations').set({ agreed_to_terms: 1, marketing_opt_in: 1 }).execute();
    const at = '2026-03-01T12:00:00.000Z';
    const draft = { ...attemptDraft(invited.userId), payer: 'invitation' as const };
    await db
      .insertInto('backend_payment_attempts')
      .values({ ...draft, order_id: 'open', number: 1, state, created_at: at, updated_at: at })
      .execute();
    const stored = () =>
      db.selectFrom('backend_invitations').select(['answers', 'agreed_to_terms', 'marketing_opt_in']).execute();
    const given = await stored();
    const unfinished = 'a payment is not finished (open). See npm run payments, and its settlements.';
    const isOpen = state !== 'declined';
    expect(await end('ben@example.com', '--links', '--by', 'olga', '--dry-run')).toEqual({
      code: isOpen ? 1 : 0,
      said: isOpen
        ? `Would end 0 sessions and 1 links.\nAnswers of an invite would stay: ${unfinished}\n`
        : 'Would end 0 sessions and 1 links; remove the answers of 1 invites; mail 1 new links.\n',
    });
    expect(await end('ben@example.com', '--links', ...CONFIRMED)).toEqual({
      code: isOpen ? 1 : 0,
      said: isOpen
        ? `Ended: 0 sessions and 1 links.\nKept: answers of an invite, because ${unfinished}\n`
        : 'Ended: 0 sessions and 1 links. Removed: the answers of 1 invites. Queued: 1 mails with a new link.\n',
    });
    expect(await stored()).toEqual(isOpen ? given : [{ answers: '{}', agreed_to_terms: 0, marketing_opt_in: 0 }]);
  },
);

it('keeps the answers of an invite for their own e-mail, and those that were paid with', async () => {
  const invited = await inviteBen();
  const answers = async () =>
    (await backend.store.db.selectFrom('backend_invitations').select('answers').executeTakeFirstOrThrow()).answers;
  const own = { ...BEN, email: 'ben.at.work@example.com' };
  await tellAll(backend.client, invited, own);
  const given = await answers();
  expect(await end('ben.at.work@example.com', '--links', ...CONFIRMED)).toEqual({
    code: 1,
    said: 'Ended: 0 sessions and 1 links.\nNo link was mailed to ben@example.com, whose invite contains this e-mail.\n',
  });
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
  expect((await call(actions, ['--about', 'nobody@example.com'])).said).toBe('No actions were found.\n');
  await expect(db.updateTable('operator_actions').set({ by: 'nobody' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('operator_actions').execute()).rejects.toThrow('append-only');
});

it('reports actions that --about misses, because their secret was dropped', async () => {
  const [dropped, next] = ['an-earlier-secret-for-tests-of-thirty-two', 'another-secret-for-tests-of-thirty-two'];
  const run = (command: Command, args: string[], SESSION_SECRET: string) =>
    callCommandOn(backend, command, args, { env: { SESSION_SECRET }, clock: backend.clock });
  await save(['hers'], 'ann@example.com', dropped);
  await run(sessions, ['end', 'ann@example.com', ...CONFIRMED], dropped);
  const about = ['--about', 'ann@example.com'];
  const found = '2026-03-01 12:00:00 UTC  sessions-ended  1  by olga\n';
  expect(await run(actions, about, `${next},${dropped}`)).toEqual({ code: 0, said: found });
  const missed =
    '1 actions were recorded under an unknown secret, so some may be missing here. Add earlier secrets to SESSION_SECRET.\n';
  expect(await run(actions, about, next)).toEqual({ code: 1, said: `${missed}No actions were found.\n` });
  expect(await run(actions, [], next)).toEqual({ code: 0, said: found });
  await backend.signUp({ email: 'ann@example.com' });
  const looked = ['ann@example.com', '--by', 'olga'];
  expect((await run(story, looked, next)).said).toContain(missed);
  expect((await run(sessionSecret, [], next)).said).toBe(
    `secret 1 seals 0 sessions, 0 payments, 0 mails: the first, which seals
an unknown secret recorded 1 actions: npm run actions -- --about needs it
`,
  );
  expect(await run(sessionSecret, [], `${next},${dropped}`)).toEqual({
    code: 0,
    said: `secret 1 seals 0 sessions, 0 payments, 0 mails: the first, which seals
secret 2 seals 0 sessions, 0 payments, 0 mails: no longer needed: remove it, and keep it elsewhere for npm run actions -- --about
`,
  });
  // As earlier builds recorded it.
  const { db } = backend.store;
  const [row] = await db.selectFrom('operator_actions').selectAll().where('action', '=', 'sessions-ended').execute();
  await db
    .insertInto('operator_actions')
    .values({ ...row!, id: 'earlier', about: row!.about.split('.')[1]! })
    .execute();
  const both = await run(actions, about, `${next},${dropped}`);
  expect([both.code, both.said.split('sessions-ended').length - 1]).toEqual([0, 2]);
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
