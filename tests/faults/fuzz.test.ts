import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parentOfMinnesota, type Answers } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { sendRequest } from '~tests/servers/raw-request';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { walkTo } from '~tests/walks/walk-parent';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkProfessionalTo } from '~tests/walks/walk-professional';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';

/** Visitors, each at a step whose action reads its form. */
const VISITORS = ['fresh', 'choosing', 'paying', 'done', 'invited', 'professional', 'leaving'] as const;
type Visitor = (typeof VISITORS)[number];

interface HostilePost {
  visitor: Visitor;
  path: string;
  type: string;
  body: Buffer;
  /** Sent with the mark of the visitor’s page at the path, without which a sign-up's actions are not reached. */
  isMarked?: true;
}

type Field = readonly [name: string, value: string];

const parent = parentOfMinnesota('fuzz');
const coParent = coParentOfMinnesota('fuzz');
const lawyer = lawyerOfMinnesota('fuzz');

/** Every path that accepts posts, by visitor, with a valid body. */
const FORMS: readonly (readonly [visitors: readonly Visitor[], path: string, answers: Answers])[] = [
  [['fresh', 'paying'], 'step1', parent.step1],
  [['choosing', 'paying'], 'step2', parent.step2],
  [['choosing', 'paying'], 'step3', parent.step3],
  [['choosing', 'paying'], 'alacarte', parent.alacarte],
  [['paying'], 'payment/billing', parent['payment/billing']],
  [['paying'], 'payment/method', parent['payment/method']],
  [['paying'], 'payment/review', { reviewed: 'shown.to.nobody', termsAndConditions: true }],
  [['paying'], 'payment', {}],
  [['paying'], 'payment/paypal/return', { token: 'x' }],
  [['paying'], 'payment/venmo/cancel', {}],
  [['done'], 'credentials', parent.credentials],
  [['done'], 'receipt', {}],
  [['fresh', 'choosing'], 'duplicate', { confirmedDuplicate: 'on' }],
  [['fresh'], 'signup', {}],
  [['fresh'], 'coparentstatus', {}],
  [['fresh', 'choosing'], 'lookup/username', { username: 'ann' }],
  [['invited'], 'invite', { intent: 'join' }],
  [['fresh', 'invited'], 'invite?index', { intent: 'stay' }],
  [['fresh', 'invited'], 'invite/request', { email: 'ben@example.com' }],
  [['invited'], 'invite/step1', coParent.step1],
  [['invited'], 'invite/packages', coParent.packages],
  [['invited'], 'invite/choose-your-own', coParent['choose-your-own']],
  [['invited'], 'invite/billing-info', coParent['billing-info']],
  [['invited'], 'invite/payment/billing', coParent['payment/billing']],
  [['invited'], 'invite/payment/method', coParent['payment/method']],
  [['invited'], 'invite/payment/review', { termsAndConditions: true }],
  [['invited'], 'invite/credentials', coParent.credentials],
  [['invited'], 'invite/receipt', {}],
  [['professional'], 'pro/contact', lawyer.contact],
  [['professional'], 'pro/practice', lawyer.practice],
  [['professional'], 'pro/security', lawyer.security],
  [['professional'], 'pro/done', {}],
  [['leaving'], 'language', { language: 'es', page: '/step1' }],
  [['leaving'], 'exit', {}],
  [['fresh'], 'demo', {}],
  [['paying'], 'demo/wallet', { intent: 'approve' }],
  [['fresh'], 'demo/invite', {}],
  [['fresh'], 'nowhere', {}],
];

const NAMES = [...new Set(FORMS.flatMap(([, , answers]) => Object.keys(answers)))].concat(
  ...['intent', 'back', 'language', 'shown', 'shownCountry', 'page-0a1b2c3d', 'website', 'script', 'subscriptionCode'],
  ...['isPayingForCoparent', 'venmoNonce', 'venmoUsername', 'cardNonce', 'deviceData', 'speedBump', 'speedBumpEmail'],
  ...['children[49].firstName', 'children[7].email', 'tonemeter[]', 'roles[0]', 'a.b.c.d.e'],
);
const INTENTS = [
  ...['add-child', 'remove-child-0', 'remove-child-99', 'update', 'apply-code', 'remove-code-0', 'paypal', 'venmo'],
  ...['country-mismatch', 'speed-bump', 'join', 'stay', 'approve', 'cancel', 'retry', '', '__proto__'],
];
const REFUSED_NAMES = [
  ...['__intent__', '__state__', '__proto__', 'constructor.prototype.x', 'children[1000000].firstName'],
  ...['a[4294967294]', '', '[', ']', '.', 'a.b.c.d.e.f', 'children[50].x', 'children[0][0][0][0][0][0]', 'children.x'],
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'on', 'US', 'MN', 'GB', 'XX', '+1', '+44', 'es', '2021', 'SUB1YEAR') },
  { weight: 2, arbitrary: fc.constantFrom('1e999', '-1', '0', '12/40', '4111111111111111', '//evil.example/', 'null') },
  { weight: 2, arbitrary: fc.constantFrom(...INTENTS, '{"type":"insert"}', '<script>', '\u202e', '\ufeff', "'; drop") },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.emailAddress(),
  fc.nat({ max: 9_000 }).map((length) => 'x'.repeat(length)),
  fc.nat({ max: 9_000 }).map((length) => 'a@'.repeat(length / 2)),
  fc.nat({ max: 9_000 }).map((length) => `+${'1 '.repeat(length / 2)}`),
  fc.nat({ max: 400 }).map((times) => '\u0301é👩‍👧'.repeat(times)),
);

const anyForm = fc
  .constantFrom(...FORMS)
  .chain(([visitors, path, answers]) => fc.constantFrom(...visitors).map((visitor) => ({ visitor, path, answers })));

/** A valid form with some fields changed, omitted or added, which passes the guards. */
const wellFormed = anyForm.chain(({ visitor, path, answers }) => {
  const own = fieldsOf(answers);
  return fc
    .record({
      changed: fc.array(fc.tuple(fc.nat(), value), { maxLength: 3 }),
      left: fc.array(fc.nat(), { maxLength: 2 }),
      added: fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 2 }),
      // Half of the forms come from the main button. Only it finds the errors of all fields.
      intent: fc.option(fc.constantFrom(...INTENTS), { freq: 2 }),
    })
    .map(({ changed, left, added, intent }) => {
      const fields = own.map((field) => [...field] as [string, string]);
      for (const [index, text] of changed) if (own.length > 0) fields[index % own.length]![1] = text;
      const gone = new Set(left.map((index) => index % (own.length * 2 || 1)));
      const sent: Field[] = [...fields.filter((_field, index) => !gone.has(index)), ...added];
      return postOf(visitor, path, intent === null ? sent : [...sent, ['intent', intent]]);
    });
});

const name = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom(...REFUSED_NAMES),
  fc.nat({ max: 400 }).map((depth) => `children${'[0]'.repeat(depth)}`),
  fc.string({ maxLength: 30 }),
);

/** Bodies that no browser sends, with names, encodings, types and sizes that the guards reject. */
const rough = anyForm.chain(({ visitor, path }) =>
  fc.oneof(
    fc.array(fc.tuple(name, value), { maxLength: 12 }).map((fields) => postOf(visitor, path, fields)),
    fc.oneof(bytes, repeated, multipart).map((sent) => ({ visitor, path: addressOf(path), ...sent })),
  ),
);

const FORM = 'application/x-www-form-urlencoded';
const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some)),
    fc.constantFrom('%', '%zz', '%ff%fe', 'a=%00', 'a=\0', '&&&&', '====', '%C3%28=1').map((text) => Buffer.from(text)),
    fc.nat({ max: 80_000 }).map((length) => Buffer.alloc(length, 'a=1&')),
  )
  .map((body) => ({ type: FORM, body }));
const repeated = fc
  .tuple(name, fc.nat({ max: 300 }))
  .map(([one, times]) => ({ type: FORM, body: Buffer.from(`${encode(one)}=1&`.repeat(times)) }));
const multipart = fc
  .tuple(
    fc.constantFrom('multipart/form-data; boundary=x', 'application/json', 'text/plain', `${FORM}; charset=utf-16`, ''),
    name,
    value,
  )
  .map(([type, one, text]) => ({
    type,
    body: Buffer.from(`--x\r\nContent-Disposition: form-data; name="${one}"\r\n\r\n${text}\r\n--x--\r\n`),
  }));

/** Three of four reach an action's parser. */
const hostilePosts: fc.Arbitrary<HostilePost> = fc.oneof({ weight: 3, arbitrary: wellFormed }, rough);

/** Every form, both as its page sends it and empty. */
const plainPosts: readonly HostilePost[] = FORMS.flatMap(([[visitor], path, answers]) => [
  postOf(visitor!, path, [['intent', 'update'], ...fieldsOf(answers).filter(([field]) => field !== 'intent')]),
  postOf(visitor!, path, []),
]);

function fieldsOf(answers: Answers): Field[] {
  return Object.entries(answers).flatMap(([field, given]) =>
    [given].flat().map((one): Field => [field, one === true ? 'on' : String(one)]),
  );
}

function postOf(visitor: Visitor, path: string, fields: readonly Field[]): HostilePost {
  const body = Buffer.from(fields.map((field) => field.map(encode).join('=')).join('&'));
  return { visitor, path: addressOf(path), type: FORM, body, isMarked: true };
}

function addressOf(path: string): string {
  return `/app/join/${path}`;
}

/** Lone surrogates cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Number of posts: 10,000 with `npm run test:faults`, or any number in `FUZZ=`. Both also check for event loop blocks. */
const LONG = Number(process.env.FUZZ ?? shortOrFull(0, 10_000));
const BODIES = LONG || shortOrFull(120, 10_000, 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
/** Accepted posts move a visitor to other steps, so a long run needs new visitors. */
const NEW_VISITOR_AFTER = 250;
const LONGEST_BLOCK_MS = 50;
const PRELOAD = new URL('../support/servers/measure-blocks.mjs', import.meta.url).href;

const dataDir = makeDataDir();
const blocksFile = join(dataDir, 'blocks');
let server: RunningServer;
let visitors: Record<Visitor, PlainBrowser>;
const statuses: Record<number, number> = {};

beforeAll(async () => {
  const measuring = { NODE_OPTIONS: `--import ${PRELOAD}`, BLOCKS_FILE: blocksFile };
  server = await startServer({ dataDir, env: LONG ? measuring : {} });
  visitors = await openVisitors();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
  expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

async function openVisitors(): Promise<Record<Visitor, PlainBrowser>> {
  const opened = await Promise.all(VISITORS.map(async (visitor) => [visitor, await openVisitor(visitor)] as const));
  return Object.fromEntries(opened) as typeof visitors;
}

async function openVisitor(visitor: Visitor): Promise<PlainBrowser> {
  const browser = new PlainBrowser(server.url);
  const reach: Record<Visitor, () => Promise<unknown>> = {
    fresh: () => browser.open('/step1'),
    leaving: () => browser.open('/step1'),
    async choosing() {
      await walkTo(browser, 'step3', parentOfMinnesota());
      await browser.open('/alacarte');
    },
    paying: () => walkTo(browser, 'payment/review', parentOfMinnesota()),
    done: () => walkTo(browser, 'credentials', parentOfMinnesota()),
    async invited() {
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
      await browser.open('/invite/choose-your-own');
    },
    professional: () => walkProfessionalTo(browser, 'security', lawyerOfMinnesota()),
  };
  await reach[visitor]();
  return browser;
}

async function post({ visitor, path, type, body, isMarked }: HostilePost): Promise<void> {
  const { jar, marks, page } = visitors[visitor];
  const ownMark = marks.get(path) ?? page.mark;
  const mark = isMarked ? `${new URLSearchParams(ownMark).toString()}&` : '';
  const headers = {
    ...(type && { 'content-type': type }),
    cookie: jar.headerFor('/app/join') ?? '',
    origin: server.url,
    'sec-fetch-site': 'same-origin',
  };
  const answer = await sendRequest(server.url, 'POST', path, headers, Buffer.concat([Buffer.from(mark), body]));
  const { status } = answer;
  for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) jar.store(cookie, path);
  statuses[status] = (statuses[status] ?? 0) + 1;
  expect(status, `${path} as ${visitor}`).toBeLessThan(500);
  // The visitor's page has no sign-up any more, so none of its posts would reach an action.
  if (status === 409 && isMarked && marks.has(path)) visitors[visitor] = await openVisitor(visitor);
}

interface Block {
  until: number;
  held?: number;
  ran?: number;
  waited?: number;
  collected?: number;
}

/** Returns the event-loop blocks after a time. */
function readBlocks(since: number): Block[] {
  const lines = existsSync(blocksFile) ? readFileSync(blocksFile, 'utf8').trim().split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Block).filter(({ until }) => until > since);
}

it(
  `causes no internal error${LONG ? ' and no block of 50 ms' : ''} with ${BODIES} hostile bodies to every path`,
  async () => {
    const since = Date.now();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(hostilePosts, async (hostile) => {
        count += 1;
        if (count % NEW_VISITOR_AFTER === 0) visitors = await openVisitors();
        await post(hostile);
      }),
      { numRuns: BODIES, seed: SEED, endOnFailure: true },
    );
    expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([303, 400, 415, 422]));
    // Otherwise guards before the actions turn most posts away.
    expect((statuses[200] ?? 0) + (statuses[422] ?? 0)).toBeGreaterThan(BODIES / 10);
    if (!LONG) return;
    const blocks = readBlocks(since);
    // Prints, but does not limit, the time that a synchronous commit waits for the disk.
    const asleep = blocks.map(({ held = 0, ran = 0, waited = 0 }) => held - ran - waited);
    const longest = (of: keyof Block) => Math.max(0, ...blocks.map((block) => block[of] ?? 0));
    printMeasurements('hostile bodies', {
      ...{ statuses, heldOver20ms: blocks.length, held: longest('held'), waited: longest('waited') },
      ...{ ran: longest('ran'), asleep: Math.max(0, ...asleep), collected: longest('collected') },
    });
    const ours = blocks.filter(({ ran = 0 }) => ran > LONGEST_BLOCK_MS);
    expect(ours).toEqual([]);
  },
  BODIES * 100 + 20_000,
);

it('responds to every form, filled and empty, without an internal error', async () => {
  for (const plain of plainPosts) await post(plain);
});
