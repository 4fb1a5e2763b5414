import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { request, type Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { requireFrontEndToken } from '~/backend/front-end-token';
import { checkBackendCommand } from '~/commands/operate/check-backend';
import { sandboxClientApi } from '~/payments/sandbox/client-api.server';
import { callCommand } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { makeCertificate } from '~tests/servers/make-certificate';
import { listen } from '~tests/servers/serve-app';

interface PassedCall {
  method: string;
  /** Without its query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

interface PassedAnswer {
  status: number;
  body: unknown;
}

/** Forwards JSON to another server and returns its response as changed by `change`. */
async function openRewritingProxy(target: string, change: (call: PassedCall, answer: PassedAnswer) => PassedAnswer) {
  const app = express().use(express.text({ type: () => true }), (req, res, next) => {
    const { method, path, headers, originalUrl } = req;
    const sent = typeof req.body === 'string' && req.body !== '' ? req.body : undefined;
    const forwarded = Object.entries(headers).filter(
      ([name]) => !['host', 'connection', 'content-length'].includes(name),
    );
    // Not `fetch`, which takes several times the time of a short call.
    request(`${target}${originalUrl}`, {
      method: method as Dispatcher.HttpMethod,
      headers: Object.fromEntries(forwarded),
      body: sent,
    })
      .then(async (answer) => {
        const text = await answer.body.text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        const call = { method, path, headers, body: sent === undefined ? undefined : (JSON.parse(sent) as unknown) };
        const changed = change(call, { status: answer.statusCode, body });
        res.status(changed.status).json(changed.body);
      })
      .catch(next);
  });
  return listen(app);
}

/** Runs the conformance kit against the embedded backend over HTTP, correct and broken. */

const TOKEN = 'a-token-of-the-front-end-for-tests';
const HINTS = Object.entries({
  'front-end-token': TOKEN,
  'invite-token': 'demo-invite-by-parent',
  'invite-user': '9001',
  'expired-invite-token': 'demo-invite-expired',
  'expired-invite-user': '9005',
  'taken-email': 'taken@example.com',
  'taken-username': 'taken.name',
  'activation-code': 'PREPAID-40',
  discount: 'spring',
  // A machine under load is slow.
  'slow-ms': '10000',
}).flatMap(([name, value]) => [`--${name}`, value]);

let backend: TestBackend;
let app: express.Express;
let served: Awaited<ReturnType<typeof listen>>;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-backend-'));
  backend = await openTestBackend();
  // The demo's invites were mailed before the payment.
  backend.advance(1_000);
  app = express().use(requireFrontEndToken([TOKEN]));
  app.use('/sandbox', sandboxClientApi(backend.sandbox));
  app.use(
    backend.serveHttp((error) => {
      throw error;
    }),
  );
  served = await listen(app);
});
afterEach(async () => {
  served.close();
  await backend.close();
  rmSync(folder, { recursive: true });
});

const check = (...args: string[]) => callCommand(checkBackendCommand, args);
/** Returns the report's lines about journeys. */
const journeysIn = (said: string) => said.split('\n').filter((line) => line.startsWith('- '));
/** Returns the report's failures. */
const failures = (said: string) => said.split('\n').filter((line) => line.startsWith('FAIL'));
const lines = (said: string, verdict: string) => said.split('\n').filter((line) => line.startsWith(`| ${verdict} `));

async function checkChanged(change: (call: PassedCall, answer: PassedAnswer) => PassedAnswer, ...more: string[]) {
  const proxy = await openRewritingProxy(served.origin, change);
  try {
    return await check(proxy.origin, ...HINTS, ...more);
  } finally {
    proxy.close();
  }
}

it('passes every case, and writes a JUnit report', async () => {
  const junit = join(folder, 'report.xml');
  const { code, said } = await check(served.origin, ...HINTS, '--pay', '--junit', junit);
  expect([failures(said), lines(said, 'thin'), lines(said, 'not tried')]).toEqual([[], [], []]);
  expect(code).toBe(0);
  expect(said).toContain('Checked contract version 1.0. The backend reports 1.0.');
  const xml = readFileSync(junit, 'utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
    testsuites: { '@_tests': string; '@_failures': string; '@_skipped': string };
  };
  expect([testsuites['@_failures'], testsuites['@_skipped']]).toEqual(['0', '0']);
  expect(Number(testsuites['@_tests'])).toBe(lines(said, 'pass').length);
  // One charge each for parent A, the invited parent, two concurrent keys, and the slow card.
  expect((await backend.attempts()).map(({ state }) => state).sort()).toEqual([
    'declined',
    'declined',
    'settled',
    'settled',
    'settled',
    'settled',
  ]);
});

it('passes a backend that offers Britain no package in pounds', async () => {
  backend.treatments.delete('GROW450');
  const { code, said } = await check(served.origin, ...HINTS, '--pay', '--journey', 'parent');
  expect([code, failures(said), journeysIn(said)]).toEqual([0, [], ['- parent: would work.']]);
  expect(lines(said, 'not tried')).toEqual([
    expect.stringMatching(/registrations[.]price +[|] in pounds +[|] not tried: needs a package offered in pounds/),
  ]);
});

it('reports a JUnit file that it cannot write before the first call', async () => {
  const { code, said } = await check(served.origin, ...HINTS, '--pay', '--junit', join(folder, 'none', 'report.xml'));
  expect([code, said]).toEqual([2, expect.stringContaining('ENOENT')]);
  expect(await backend.attempts()).toEqual([]);
});

it.each([
  ['no hint', [], 0, '- parent: would work, and visitors notice 3 thin responses.'],
  ['a discount', ['--discount', 'spring'], 1, '- parent: would not work. It stops at registrations.coupons'],
])('supports a parent without the calls that may be missing at first, with %s', async (_hint, more, exit, verdict) => {
  const mayBeMissing = /[/]coupons$|^GET [/]v2[/]parents[/]|[/]flags[/]/;
  const proxy = await openRewritingProxy(served.origin, ({ method, path }, answer) =>
    mayBeMissing.test(`${method} ${path}`) ? { status: 404, body: { message: 'Not found' } } : answer,
  );
  const { code, said } = await check(
    proxy.origin,
    ...['--front-end-token', TOKEN, '--slow-ms', '10000', '--journey', 'parent', '--pay'],
    ...more,
  );
  proxy.close();
  expect(journeysIn(said)).toEqual([expect.stringContaining(verdict)]);
  expect(code).toBe(exit);
});

it('uses each given nonce once, and skips cases that need more', async () => {
  const nonces = [await backend.makeNonce(), await backend.makeNonce()].flatMap((nonce) => ['--nonce', nonce]);
  const declined = await backend.makeNonce('4000111111111115');
  const { code, said } = await check(served.origin, ...HINTS, '--pay', ...nonces, '--declined-nonce', declined);
  // Parent A uses up the only declined nonce, which counts as declined again.
  expect([code, failures(said)]).toEqual([0, []]);
  expect(lines(said, 'not tried').map((line) => line.split('|').slice(2, 5).join().replace(/\s+/g, ' '))).toEqual([
    ' registrations.pay , again, with another key , not tried: needs --nonce 3 times ',
    ' registrations.pay , twice at the same moment, with two keys , not tried: needs --nonce 5 times ',
    ' parents.pay , again, with another key , not tried: needs --nonce 4 times ',
  ]);
});

it('charges nothing without permission, and skips cases without hints', async () => {
  const { code, said } = await check(served.origin, '--front-end-token', TOKEN);
  expect([code, failures(said), lines(said, 'thin')]).toEqual([0, [], []]);
  expect(lines(said, 'not tried').join()).toMatch(
    /registrations[.]pay +[|] with a slow card +[|] not tried: needs --pay/,
  );
  expect(said).toContain('not tried: needs --invite-token and --invite-user');
  expect(journeysIn(said)).toEqual([
    expect.stringMatching(/^- parent: not known[.] Not tried: .*credentials[.]set.* [(]needs --pay, /),
    expect.stringMatching(/^- invited: not known[.] Not tried: .*invites[.]get, .*--invite-user/),
    '- professional: would work.',
  ]);
  expect(await backend.attempts()).toEqual([]);
  const accounts = await backend.store.db.selectFrom('backend_accounts').select('email').execute();
  for (const { email } of accounts) expect(email).toMatch(/@example\.com$/);
});

it.each([
  ['parent', 'registrations.pay', 'parents.pay'],
  ['invited', 'parents.pay', 'registrations.price'],
  ['professional', 'professional.create', 'packages.list'],
])('checks only the journey %s', async (journey, tried, other) => {
  const { code, said } = await check(served.origin, ...HINTS, '--pay', '--journey', journey);
  expect([code, journeysIn(said)]).toEqual([0, [`- ${journey}: would work.`]]);
  expect(said).toContain(`| ${tried} `);
  expect(said).not.toContain(`| ${other} `);
  expect(lines(said, 'not tried')).toEqual([]);
});

it('uses the first nonce for the invited parent if only that journey is checked', async () => {
  const nonces = [
    '--nonce',
    await backend.makeNonce(),
    '--declined-nonce',
    await backend.makeNonce('4000111111111115'),
  ];
  const { said } = await check(served.origin, ...HINTS, '--pay', '--journey', 'invited', ...nonces);
  expect([failures(said), journeysIn(said)]).toEqual([[], ['- invited: would work.']]);
});

it('identifies itself by the settings of the front end', async () => {
  const [ofBackend, ofFrontEnd] = [makeCertificate('backend'), makeCertificate('front end')];
  const server = createServer({ ...ofBackend, ca: ofFrontEnd.cert, requestCert: true, rejectUnauthorized: true }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ['--slow-ms', '10000', '--journey', 'professional'];
  const env = {
    BACKEND_TOKEN: `${TOKEN},the-token-before-it`,
    BACKEND_CLIENT_CERT_FILE: ofFrontEnd.files.cert,
    BACKEND_CLIENT_KEY_FILE: ofFrontEnd.files.key,
    BACKEND_CA_FILE: ofBackend.files.cert,
  };
  const { code, said } = await callCommand(checkBackendCommand, [url, ...args], env);
  expect([code, failures(said)]).toEqual([0, []]);
  expect(lines(said, 'pass').length).toBeGreaterThan(3);

  const without = (name: keyof typeof env) =>
    callCommand(checkBackendCommand, [url, ...args], { ...env, [name]: undefined });
  expect(await without('BACKEND_CA_FILE')).toEqual({ code: 2, said: expect.stringContaining('No response from') });
  expect(await without('BACKEND_CLIENT_KEY_FILE')).toEqual({
    code: 2,
    said: 'BACKEND_CLIENT_KEY_FILE: is required with BACKEND_CLIENT_CERT_FILE\n',
  });
  const option = await callCommand(checkBackendCommand, [url, ...args, '--front-end-token', 'x'], env);
  expect(option.code).toBe(1);
  expect((await callCommand(checkBackendCommand, [served.origin, ...args], env)).said).toBe(
    'BACKEND_CLIENT_CERT_FILE: needs a BACKEND_URL with https\n',
  );
});

it('shows its progress, and clears it at the end', async () => {
  const shown: string[] = [];
  const args = [served.origin, ...HINTS, '--journey', 'professional'];
  await callCommand(checkBackendCommand, args, {}, { progress: (text) => void shown.push(text) });
  const total = shown.length - 1;
  expect(shown[0]).toBe(`1 of ${total}: registrations.create, without the front end's token`);
  expect(shown.slice(-2)).toEqual([expect.stringContaining(`${total} of ${total}: professional.validate`), '']);
});

type Change = (call: PassedCall, answer: PassedAnswer) => PassedAnswer;
const on =
  (method: string, path: RegExp, change: (answer: PassedAnswer, call: PassedCall) => PassedAnswer): Change =>
  (call, answer) =>
    call.method === method && path.test(call.path) ? change(answer, call) : answer;
const without =
  (field: string) =>
  ({ status, body }: PassedAnswer): PassedAnswer => {
    const at = field.split('.');
    const copy = structuredClone(body) as Record<string, never>;
    const inner = at.slice(0, -1).reduce((value, name) => value[name] ?? ({} as never), copy);
    delete (inner as Record<string, unknown>)[at.at(-1)!];
    return { status, body: copy };
  };
const ifRefused =
  (status: number, body: unknown) =>
  (answer: PassedAnswer): PassedAnswer =>
    answer.status === status ? { status: 200, body } : answer;

describe('a broken backend', () => {
  it.each<[what: string, change: Change, expected: string, journey: 'parent' | 'invited' | 'professional']>([
    [
      'omits the key of a registration',
      on('POST', /registrations$/, without('registrationKey')),
      'FAIL registrations.create, a parent: the response (status 200) does not match the contract at registrationKey (invalid_type). The rule: begins a sign-up',
      'parent',
    ],
    [
      'lets any client change a registration',
      on('PUT', /registrations\/[^/]+$/, ifRefused(403, { signupId: '1' })),
      'FAIL registrations.update, with another key: accepted instead of rejected. The rule: 403 or 404',
      'parent',
    ],
    [
      'returns a price without its tax',
      on('POST', /registrations\/[^/]+\/pricing$/, (answer) =>
        answer.status === 200 ? without('totals.taxAmount')(answer) : answer,
      ),
      'FAIL registrations.price, a package: the response (status 200) does not match the contract at totals.taxAmount (invalid_type). The rule: returns what an order costs',
      'parent',
    ],
    [
      'returns no new price',
      on('POST', /registrations\/[^/]+\/payment$/, (answer) =>
        answer.status === 409 ? { status: 500, body: {} } : answer,
      ),
      'FAIL registrations.pay, an amount that is not the price: the backend returned status 500. The rule: 409 with the new pricing',
      'parent',
    ],
    [
      'charges the same key twice',
      (() => {
        let charged = 0;
        return on('POST', /registrations\/[^/]+\/payment$/, ({ status, body }) => {
          const { receipt } = (body ?? {}) as { receipt?: object };
          return receipt
            ? { status, body: { ...(body as object), receipt: { ...receipt, transactionId: `${++charged}` } } }
            : { status, body };
        });
      })(),
      'FAIL registrations.pay, pressed again later, with the same key: its transactionId differs. The rule: the same Idempotency-Key returns',
      'parent',
    ],
    [
      'returns more than the front end reads',
      on('GET', /packages$/, ({ status, body }) => ({
        status,
        body: (body as object[]).map((one) => ({ ...one, notes: ' '.repeat(2_000_000) })),
      })),
      'FAIL packages.list, available packages: the response exceeds 2000000 bytes. The rule: ',
      'parent',
    ],
    [
      'detects no duplicates',
      on('POST', /registrations$/, ifRefused(422, { registrationKey: 'key', signupId: '1' })),
      'FAIL registrations.create, an e-mail that has an account: accepted instead of rejected. The rule: a fault whose field contains .duplicate',
      'parent',
    ],
    [
      'opens invites for any token',
      on('GET', /invites\//, ifRefused(403, { isSubscriptionCurrent: false })),
      'FAIL invites.get, with an unknown token: accepted instead of rejected. The rule: the same 403',
      'invited',
    ],
    [
      'shows a receipt to the holder of an older link',
      on('GET', /invites\//, ({ status, body }) => {
        const { paidByAnother, ...invite } = (body ?? {}) as { paidByAnother?: { order: object } };
        const answer = { receipt: {}, registration: {} };
        return paidByAnother
          ? { status, body: { ...invite, paidOrder: { answer, order: paidByAnother.order } } }
          : { status, body };
      }),
      'FAIL invites.get, after the payment, with a link from before it: it returns paidOrder. The rule: paidByAnother instead of paidOrder',
      'invited',
    ],
    [
      'omits isJoined',
      on('POST', /parents\/[^/]+\/payment$/, (answer) =>
        answer.status === 200 ? without('isJoined')(answer) : answer,
      ),
      "FAIL parents.pay, again, with another key: without isJoined, another person with the invite gets the payer's account. The rule: ",
      'invited',
    ],
    [
      'marks each payment as joined',
      on('POST', /parents\/[^/]+\/payment$/, ({ status, body }) => ({
        status,
        body: status === 200 ? { ...(body as object), isJoined: true } : body,
      })),
      'FAIL parents.pay, pressed again later, with the same key: isJoined keeps the payer from their own receipt. The rule: ',
      'invited',
    ],
    [
      "refuses a professional's step with 422",
      on('POST', /validator$/, (answer) => (answer.status === 409 ? { ...answer, status: 422 } : answer)),
      'FAIL professional.validate, an e-mail that has an account: status 422, which is neither a success nor an error of this call. The rule: faults always have status 409',
      'professional',
    ],
  ])('is detected if it %s, with the broken rule', async (_what, change, expected, journey) => {
    const { code, said } = await checkChanged(change, '--pay', '--journey', journey);
    expect(failures(said).join('\n')).toContain(expected);
    expect(code).toBe(1);
  });

  it('supports a journey despite a double charge, but not without its first call', async () => {
    let charged = 0;
    const broken = await checkChanged((call, answer) => {
      const { receipt } = (answer.body ?? {}) as { receipt?: object };
      if (call.method === 'POST' && receipt)
        return {
          ...answer,
          body: { ...(answer.body as object), receipt: { ...receipt, transactionId: `${++charged}` } },
        };
      return /validator$/.test(call.path) ? { status: 500, body: {} } : answer;
    }, '--pay');
    expect(journeysIn(broken.said)).toEqual([
      expect.stringMatching(
        /^- parent: reaches its end, with [0-9]+ failures to fix before the first visitor, such as registrations[.]pay, /,
      ),
      expect.stringMatching(/^- invited: reaches its end, with [0-9]+ failures to fix/),
      '- professional: would not work. It stops at professional.validate, contact data.',
    ]);
  });

  it('is detected if it does not check the front end’s token', async () => {
    const open = await openRewritingProxy(served.origin, (call, answer) =>
      answer.status === 401 ? { status: 200, body: { registrationKey: 'key', signupId: '1' } } : answer,
    );
    const { code, said } = await check(open.origin, '--front-end-token', TOKEN);
    open.close();
    expect(failures(said)).toEqual([expect.stringContaining("registrations.create, without the front end's token")]);
    expect(code).toBe(1);
  });
});

describe('a thin backend', () => {
  /** Returns the noted effects on visitors, of a backend that passes. */
  async function effectsOf(change: Change): Promise<string[]> {
    const { code, said } = await checkChanged(change, '--pay');
    expect([code, failures(said)]).toEqual([0, []]);
    return lines(said, 'thin').map((line) => line.split(' | ')[3]!.trim());
  }

  /** These do not hide each other. */
  const PARTS: Record<string, { change: Change; effect: string; times: number }> = {
    'a price': {
      change: on('GET', /packages$/, ({ status, body }) => ({
        status,
        body: (body as object[]).map((one, at) => (at === 0 ? { ...one, price: null } : one)),
      })),
      effect: 'a package without its price ([].price)',
      times: 3,
    },
    'the look-up of payments': {
      change: on('GET', /registrations\/[^/]+\/payments\/.*never$/, () => ({
        status: 404,
        body: { status: 404, message: 'no such call' },
      })),
      effect: 'after a lost response, the page that checks the payment, forever',
      times: 1,
    },
    'a 403 for another key': {
      change: on('POST', /\/links$/, (answer) =>
        answer.status === 403 ? { status: 404, body: { status: 404, message: 'no such registration' } } : answer,
      ),
      effect: 'that something went wrong: 404 means that the call is missing',
      times: 1,
    },
    'transaction ids': {
      change: on('POST', /parents\/[^/]+\/payment$/, (answer) =>
        answer.status === 200 ? without('receipt.transactionId')(answer) : answer,
      ),
      effect: 'a receipt without its number (receipt.transactionId)',
      times: 3,
    },
    'titles with names': {
      change: on('GET', /lookups\/titles$/, ({ status, body }) => ({
        status,
        body: [...(body as object[]), { value: 'B', name: ' ' }],
      })),
      effect: 'a list without an option that cannot be read ([].name)',
      times: 1,
    },
    Spanish: {
      change: on('GET', /lookups\/roles$/, ({ status, body }) => ({
        status,
        body: (body as { value: string }[]).map(({ value }) => value),
      })),
      effect: 'English names on a Spanish page',
      times: 1,
    },
  };

  it(`passes without ${Object.keys(PARTS).join(', ')}, with notes about the effects on visitors`, async () => {
    const parts = Object.values(PARTS);
    const effects = await effectsOf((call, answer) =>
      parts.reduce((changed, { change }) => change(call, changed), answer),
    );
    expect(effects).toEqual(parts.flatMap(({ effect, times }) => Array<string>(times).fill(effect)));
  });

  it('passes if it makes client tokens for one merchant account, with a note about their payments', async () => {
    const token = { clientToken: tokenFor('pounds') };
    const effects = await effectsOf(on('GET', /payment-client-token$/, ({ status }) => ({ status, body: token })));
    expect(effects).toContainEqual(
      expect.stringContaining('its merchant account pounds is also that of orders in pounds'),
    );
    expect(effects.length).toBeLessThan(4);
  });
});

/** Returns a Braintree client token with only what names its merchant account. */
function tokenFor(account: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
  const claims = encode({ options: { merchant_account_id: account } });
  return encode({ version: 2, authorizationFingerprint: `e30.${claims}.signature` });
}

it.each([
  [[], 'Usage: npm run check-backend'],
  [['localhost:4000'], '"localhost:4000" is not a backend URL'],
  [['http://127.0.0.1:1/?a=b'], '"http://127.0.0.1:1/?a=b" is not a backend URL'],
  [['http://127.0.0.1:1/?requireTLS=false'], 'No response from http://127.0.0.1:1: failed to connect to the backend'],
  [['http://127.0.0.1:1', '--paid'], "Unknown option '--paid'"],
  [['http://127.0.0.1:1', '--timeout-ms', 'soon'], '--timeout-ms takes a whole number'],
  [['http://127.0.0.1:1', '--journey', 'grandparent'], '--journey takes parent, invited, professional'],
  [['http://127.0.0.1:1', '--slow-ms', '0'], '--slow-ms takes a whole number'],
  [['http://127.0.0.1:1'], 'No response from http://127.0.0.1:1: failed to connect to the backend'],
])('checks nothing with the arguments %j', async (args, expected) => {
  const { code, said } = await check(...args);
  expect([code, said]).toEqual([2, expect.stringContaining(expected)]);
});
