import { expect, it } from 'vitest';
import { actions } from '~/commands/operate/actions';
import type { Command } from '~/commands/operate/command';
import { privacy } from '~/commands/operate/privacy';
import { story } from '~/commands/operate/story';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { CARDS, parentOfMinnesota, pathAfter, stepsBefore } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { callCommand } from '~tests/servers/call-command';
import { serveSite, TEST_SECRET, type Site } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

interface Line {
  requestId?: string;
  signUp?: string;
  orderId?: string;
  attempt?: number;
  req?: { method: string; path: string };
  msg: string;
}

/** Groups log lines by request, without the first `since` lines. */
function requestsOf(site: Site, since = 0): Line[][] {
  const lines = site
    .log()
    .trim()
    .split('\n')
    .slice(since)
    .map((line) => JSON.parse(line) as Line);
  const ids = new Set(lines.flatMap(({ requestId }) => requestId ?? []));
  return [...ids].map((id) => lines.filter(({ requestId }) => requestId === id));
}

const closingLine = (lines: Line[]) => lines.find(({ req }) => req !== undefined);
const countLines = (site: Site) => site.log().trim().split('\n').length;

/** Runs a command on the site's store, as an operator does. */
async function run(site: Site, command: Command, ...args: string[]) {
  await site.settleStory();
  return callCommand(command, [...args, site.dataDir], { SESSION_SECRET: TEST_SECRET });
}

const runStory = (site: Site, about: string) => run(site, story, about, '--by', 'olga');

/** Walks parent A through a rejected form and a declined card to the receipt. */
async function payAfterFaults(site: Site) {
  const answers = parentOfMinnesota();
  const browser = site.openBrowser();
  await browser.open('/step1');
  browser.fill(answers.step1);
  await browser.press('Continue');
  browser.fill({ ...answers.step2, lastName: '' });
  expect((await browser.press('Continue')).status).toBe(422);
  for (const step of stepsBefore('payment/method').slice(1)) await submitStep(browser, step, answers);
  browser.fill({ ...answers['payment/method'], ...CARDS.declined });
  await browser.press('Continue');
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'payment/method', answers);
  await submitStep(browser, 'payment/review', answers);
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  return { answers, browser, email: String(answers.step1.email), coParent: String(answers.step2.email) };
}

it('labels log lines of a sign-up with its reference, and those of its payments with order and attempt', async () => {
  const site = await serveSite();
  await payAfterFaults(site);
  const [first, ...rest] = requestsOf(site);
  expect(first!.map(({ signUp }) => signUp)).toEqual(first!.map(() => undefined));
  const references = new Set(rest.flat().map(({ signUp }) => signUp));
  expect([...references]).toEqual([expect.stringMatching(/^su_[\w-]{16}$/)]);
  const paid = rest.map(closingLine).filter((line) => line?.req?.path.endsWith('/payment/review') && line.orderId);
  expect(paid.map((line) => line?.attempt)).toEqual([1, 2]);
  const [attempt] = await site.store.db.selectFrom('backend_payment_attempts').selectAll().orderBy('number').execute();
  expect(paid[0]?.orderId).toBe(attempt!.order_id);

  const sessionIds = (await site.sessions()).map(({ id }) => id).join(' ');
  for (const reference of references) expect(sessionIds).not.toContain(reference!.slice(3));
});

it('labels parents, professionals and other browsers with different references', async () => {
  const site = await serveSite();
  const browser = site.openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  const ofParent = countLines(site);
  await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
  const ofProfessional = countLines(site);
  await walkTo(site.openBrowser(), 'step3', parentOfMinnesota());
  const referencesOf = (requests: Line[][]) => [
    ...new Set(requests.flat().flatMap(({ signUp }) => (signUp === undefined ? [] : signUp))),
  ];
  const parts = [
    requestsOf(site).slice(0, requestsOf(site).length - requestsOf(site, ofParent).length),
    requestsOf(site, ofParent).slice(0, requestsOf(site, ofParent).length - requestsOf(site, ofProfessional).length),
    requestsOf(site, ofProfessional),
  ].map(referencesOf);
  expect(parts.map((found) => found.length)).toEqual([1, 1, 1]);
  expect(new Set(parts.flat()).size).toBe(3);
});

it('stores why a page of another sign-up was rejected, and assigns a reference to a new sign-up', async () => {
  const site = await serveSite();
  const browser = site.openBrowser();
  const stale = site.openBrowser();
  await stale.open('/step1');
  browser.jar = stale.jar;
  await walkTo(browser, 'step2', parentOfMinnesota());
  stale.fill(parentOfMinnesota().step1);
  expect((await stale.press('Continue')).status).toBe(409);
  const before = countLines(site);
  await stale.press('Leave it and begin another one');
  await site.settleStory();
  const events = await site.store.db.selectFrom('sign_up_events').selectAll().orderBy('at').execute();
  expect(events).toMatchObject([
    { path: '/step1', status: 303, led_to: '/step2', reason: null },
    { path: '/step1', status: 409, reason: 'sign_up_begun' },
    { path: '/step1', status: 303, led_to: '/step2', reason: null },
  ]);
  const [first, refused, another] = events.map(({ sign_up }) => sign_up);
  expect([refused === first, another === first]).toEqual([true, false]);
  const labels = requestsOf(site, before).flatMap((lines) => lines.map(({ signUp }) => signUp));
  expect(new Set(labels)).toEqual(new Set([another]));
});

it('stores no event and adds no label for visitors without a sign-up', async () => {
  const site = await serveSite();
  const browser = site.openBrowser();
  await browser.open('/step1');
  browser.fill({ firstName: 'Ann' });
  expect((await browser.press('Continue')).status).toBe(422);
  await browser.open('/step2');
  await site.settleStory();
  expect(await site.store.db.selectFrom('sign_up_events').selectAll().execute()).toEqual([]);
  expect(requestsOf(site).map((lines) => closingLine(lines)?.signUp)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('labels and stores an exit and a form that is rejected before the session is read', async () => {
  const site = await serveSite();
  const browser = site.openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  const before = countLines(site);
  expect((await browser.post('/step3', 'x='.padEnd(70_000, 'x'))).status).toBe(413);
  await browser.send('POST', browser.urlOf('/exit'), '');
  await site.settleStory();
  const events = await site.store.db.selectFrom('sign_up_events').selectAll().orderBy('at').execute();
  expect(events.slice(-2)).toMatchObject([
    { path: '/step3', status: 413, reason: 'body_too_large' },
    { path: '/exit', status: 303, led_to: 'another site' },
  ]);
  expect(new Set(events.map(({ sign_up }) => sign_up)).size).toBe(1);
  const labels = requestsOf(site, before).flatMap((lines) => lines.map(({ signUp }) => signUp));
  expect(new Set(labels)).toEqual(new Set([events[0]!.sign_up]));
});

it('finds a story by e-mail, order number, request and reference, without secrets and the other parent', async () => {
  const site = await serveSite();
  const { answers, email, coParent } = await payAfterFaults(site);
  const mail = (await site.openBrowser().open('/demo'))
    .texts('.mail')
    .find((text) => text.includes('/app/join/invite?'));
  const invited = site.openBrowser();
  await invited.open(/\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!);
  const answersOfB = coParentOfMinnesota();
  await walkInvitedTo(invited, 'payment/method', answersOfB);

  const byEmail = await runStory(site, email);
  expect(byEmail.code).toBe(0);
  for (const part of [
    /form {6}POST \/step2: 422 /,
    new RegExp(`form {6}POST /step2: 303, to ${pathAfter('step2')} `),
    /payment {3}order [\w-]+ \(\S+-1\), attempt 1: declined \(/,
    /payment {3}order [\w-]+ \(\S+-2\), attempt 2 of 179\.55 USD: started, by /,
    /form {6}POST \/payment\/review: 303, to \/credentials, order [\w-]+, attempt 2 {2}\[su_/,
    /mail {6}receipt queued/,
    /account {3}account \S+ created/,
    /link {6}credentials link used/,
  ])
    expect(byEmail.said).toMatch(part);
  expect(byEmail.said).not.toContain(coParent);
  expect(byEmail.said).not.toContain(String(answersOfB.step1.email));
  // Ids may contain any digits.
  const text = byEmail.said.replace(/[\da-f]{8}-[\da-f-]{27}|su_[\w-]{16}/g, 'an id');
  expect(text).not.toMatch(new RegExp(`${answers.credentials.password as string}|1111|1115|Elm Street|nonce`));
  const tokens = await site.store.db.selectFrom('backend_tokens').select('token_hash').execute();
  for (const { token_hash } of tokens) expect(byEmail.said).not.toContain(token_hash);

  // Each look-up is recorded and shown by the next one.
  const withoutLookUps = (said: string) => said.replace(/^.* operator .*\n/gm, '');
  const number = /order ([\dA-Z]{3}-[\dA-Z]{3}-[\dA-Z]{3}) /.exec(byEmail.said)![1]!;
  const request = requestsOf(site).find((lines) => closingLine(lines)?.orderId !== undefined)![0]!;
  for (const about of [number, number.toLowerCase(), request.orderId!, request.requestId!.slice(-8), request.signUp!]) {
    const again = await runStory(site, about);
    expect(withoutLookUps(again.said)).toBe(byEmail.said);
  }
  const ofB = await runStory(site, String(answersOfB.step1.email));
  expect(ofB.said).toMatch(/form {6}POST \/invite\/step1: 303, to \/invite\/packages/);
  expect(ofB.said).not.toMatch(new RegExp(`${email}|POST /step2|attempt 2`));
});

it('records the operator, exports the events with the visitor’s data, and finds nothing after an erasure', async () => {
  const site = await serveSite();
  const { email } = await payAfterFaults(site);
  const other = site.openBrowser();
  const others = parentOfMinnesota();
  await walkTo(other, 'step3', others);
  expect((await run(site, story, email)).code).toBe(2);
  expect((await run(site, story, email, '--by', 'olga', '--why', 'asked by phone')).code).toBe(0);
  const record = await run(site, actions, '--about', email);
  expect(record.said).toMatch(/story-read {2}\d+ {2}by olga {2}\(asked by phone\)/);

  const exported = await run(site, privacy, 'export', email);
  const { signUpEvents } = JSON.parse(exported.said) as { signUpEvents: { sign_up: string; request_id: string }[] };
  expect(signUpEvents.length).toBeGreaterThan(5);
  expect(Object.keys(signUpEvents[0]!)).not.toContain('email');
  const [order] = await site.store.db.selectFrom('backend_orders').select('id').execute();

  const erased = await run(site, privacy, 'erase', email, '--by', 'olga', '--yes');
  expect(erased.said).toContain(`${signUpEvents.length} signUpEvents: deleted`);
  for (const about of [email, order!.id, signUpEvents[0]!.sign_up, signUpEvents[0]!.request_id])
    expect(await runStory(site, about)).toEqual({ code: 1, said: 'Nothing is stored about this visitor.\n' });
  expect((await runStory(site, String(others.step1.email))).said).toContain('POST /step1: 303');
});
