import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkBackendCommand } from '~/commands/operate/check-backend';
import { isBrief, isFull } from '~tests/fakes/faults';
import { callCommand } from '~tests/servers/call-command';
import {
  FRONT_END_TOKEN,
  hasNoPython,
  inviteHints,
  printedLinks,
  PYTHON_HINTS,
  startExampleBackend,
  type ExampleBackend,
} from '~tests/servers/example-backend';

/** Runs the kit against docs/examples/python-backend with one planted fault. */

const FOLDER = 'docs/examples/python-backend';
/** Written by `npm run contract-examples`. */
const REPORT = `${FOLDER}/report.txt`;

interface Planted {
  file: 'backend.py' | 'catalogue.py';
  /** Occurs once in the file. */
  from: string;
  to: string;
  verdict: 'fail' | 'thin';
  /** Parts of report lines with that verdict. */
  named: string[];
  /** Also in `npm test`, where the faults of one run are planted together, because they do not hide each other. */
  run?: 1 | 2;
}

const FORBIDDEN = `raise refuse(403, "Forbidden")`;

const FAULTS: Readonly<Record<string, Planted>> = {
  'a second charge under another key': {
    file: 'backend.py',
    from: 'person["payments"].get(key) or live_payment(person)',
    to: 'person["payments"].get(key)',
    verdict: 'fail',
    named: [
      'FAIL registrations.pay, again, with another key: a second charge',
      'FAIL registrations.pay, twice at the same moment, with two keys: a second charge',
      'FAIL parents.pay, again, with another key: a second charge',
    ],
    run: 1,
  },
  'a comparison of the bodies under one key': {
    file: 'backend.py',
    from: '    known = person["payments"].get(key) or',
    to: '    bodies = person["bodies"] = person.get("bodies", {})\n    if bodies.get(key, body) != body:\n        raise refuse(409, "Another body")\n    bodies[key] = body\n    known = person["payments"].get(key) or',
    verdict: 'fail',
    named: [
      'FAIL registrations.pay, pressed again later, with the same key: status 409',
      'FAIL parents.pay, pressed again later, with the same key: status 409',
    ],
  },
  'a second charge by a concurrent request': {
    file: 'backend.py',
    from: '    both = body["payForCoparent"]\n    priced',
    to: '    LOCK.release(); time.sleep(0.3); LOCK.acquire()\n    both = body["payForCoparent"]\n    priced',
    verdict: 'fail',
    named: ['FAIL registrations.pay, twice at the same moment, with two keys: a second charge'],
  },
  'a refusal of another key after the payment': {
    file: 'backend.py',
    from: '    if known:\n',
    to: '    if known and key not in person["payments"]:\n        raise refuse(403, "Paid")\n    if known:\n',
    verdict: 'fail',
    named: ['FAIL registrations.pay, again, with another key: the front end reads it as'],
  },
  'a slow payment that a look-up does not find': {
    file: 'backend.py',
    from: '    if kept["state"] == "pending":\n',
    to: '    if kept["state"] == "pending":\n        return {"state": "none"}\n',
    verdict: 'fail',
    named: ['FAIL registrations.payment, a slow payment: its state is "none", although it was sent'],
    run: 2,
  },
  'an announced coupon that is not deducted': {
    file: 'catalogue.py',
    from: 'left, details = sub_total - discount, []',
    to: 'left, details = sub_total, []',
    verdict: 'fail',
    named: [
      'FAIL registrations.price, a package: the total is not subTotalAfterDiscount − paymentCodeTotal + taxAmount',
      'FAIL registrations.price, without the discount link: the announced coupon does not lower the price',
    ],
  },
  'an announced coupon that is missing in the price': {
    file: 'catalogue.py',
    from: '(2 if both else 1), COUPONS.get(referrer)',
    to: '(2 if both else 1), None',
    verdict: 'fail',
    named: ['FAIL registrations.price, a package: registrations.coupons lists a coupon'],
  },
  'tax computed before the code': {
    file: 'catalogue.py',
    from: 'tax = (left * rate',
    to: 'tax = ((sub_total - discount) * rate',
    verdict: 'fail',
    named: ['FAIL registrations.price, an activation code: the tax is computed before the code'],
    run: 1,
  },
  'tax computed before the coupon': {
    file: 'catalogue.py',
    from: 'tax = (left * rate',
    to: 'tax = ((left + discount) * rate',
    verdict: 'fail',
    named: ['FAIL registrations.price, without the discount link: the tax is computed before the coupon'],
  },
  'case-sensitive duplicate e-mails of parents': {
    file: 'backend.py',
    from: 'if parent["email"].lower() in EMAILS',
    to: 'if parent["email"] in EMAILS',
    verdict: 'fail',
    named: ['FAIL registrations.create, the same e-mail in capitals: accepted instead of rejected'],
  },
  'case-sensitive duplicate e-mails of co-parents': {
    file: 'backend.py',
    from: '(co_parent["email"] or "").lower() in EMAILS',
    to: 'co_parent["email"] in EMAILS',
    verdict: 'fail',
    named: ['FAIL registrations.update, a co-parent who has an account, in capitals: accepted instead of rejected'],
  },
  'a deletion with any key': {
    file: 'backend.py',
    from: '        person = require_registration(call, signup_id)\n        if live_payment',
    to: '        person = PEOPLE[signup_id]\n        if live_payment',
    verdict: 'fail',
    named: ['FAIL registrations.discard, with another key: accepted instead of rejected'],
  },
  'a deletion of a paid sign-up': {
    file: 'backend.py',
    from: '        if live_payment(person):\n            raise refuse(409, "A payment has begun")\n',
    to: '',
    verdict: 'fail',
    named: ['FAIL registrations.discard, a paid sign-up: accepted instead of rejected'],
    run: 1,
  },
  'a deletion that deletes nothing': {
    file: 'backend.py',
    from: '        del PEOPLE[signup_id]\n',
    to: '',
    verdict: 'fail',
    named: ['FAIL registrations.coupons, of a deleted sign-up: accepted instead of rejected'],
  },
  'no deletion': {
    file: 'backend.py',
    from: 'do_POST = do_PUT = do_DELETE = do_GET',
    to: 'do_POST = do_PUT = do_GET',
    verdict: 'thin',
    named: ['nothing, but their answers stay after Exit'],
  },
  'an update that drops omitted sections': {
    file: 'backend.py',
    from: '    if "PARENT" in sections:\n',
    to: '    if "ADDRESS" not in sections:\n        person["address"] = None\n    if "PARENT" in sections:\n',
    verdict: 'fail',
    named: ['FAIL invites.get, contact data, read back: an update without ADDRESS removed the address'],
  },
  'a record for any id': {
    file: 'backend.py',
    from: `    if person["userId"] != user_id:\n        ${FORBIDDEN}\n`,
    to: '',
    verdict: 'fail',
    named: [
      "FAIL parents.get, another user's id, with the payment's token: accepted instead of rejected",
      "FAIL parents.get, another user's id, with the invite: accepted instead of rejected",
    ],
  },
  'a credentials token that is accepted twice': {
    file: 'backend.py',
    from: '== user_id and not person["username"]:',
    to: '== user_id:',
    verdict: 'fail',
    named: [
      'FAIL credentials.set, other credentials, with the same token: accepted instead of rejected',
      'FAIL credentials.set, other credentials, with the same invite: accepted instead of rejected',
      ...['payment', 'invite'].flatMap((of) =>
        ['parents.get', 'credentials.usernameAvailability'].map(
          (call) =>
            `FAIL ${call}, with the used token of a${of === 'invite' ? 'n' : ''} ${of}: accepted instead of rejected`,
        ),
      ),
    ],
    run: 2,
  },
  'another password for a token that is used': {
    file: 'backend.py',
    from: ' and is_password(account, password):\n        return {"userId"',
    to: ':\n        return {"userId"',
    verdict: 'fail',
    named: ['FAIL credentials.set, another password, with the same token: accepted instead of rejected'],
    run: 2,
  },
  'an id that no mailed link can contain': {
    file: 'backend.py',
    from: '"userId": person["userId"],\n',
    to: '"userId": "#" + person["userId"],\n',
    verdict: 'fail',
    named: ['FAIL registrations.pay, with a valid card: a mailed link with its userId opens nothing'],
  },
  "a price without the co-parent's": {
    file: 'catalogue.py',
    from: 'one * (2 if both else 1)',
    to: 'one',
    verdict: 'fail',
    named: [
      'FAIL registrations.price, for the co-parent as well: both cost no more than one',
      'FAIL registrations.pay, for both parents, at the price of one',
    ],
  },
  "a payment without the co-parent's price": {
    file: 'backend.py',
    from: 'person["address"], both, body["promoCodes"] or []',
    to: 'person["address"], False, body["promoCodes"] or []',
    verdict: 'fail',
    named: ['FAIL registrations.pay, for both parents, at the price of one'],
  },
  'a receipt without an order number': {
    file: 'backend.py',
    from: '"orderNumber": f"',
    to: '"unknown": f"',
    verdict: 'thin',
    named: ['a receipt without an order number (receipt.orderNumber)'],
  },
  'a receipt without the renewal': {
    file: 'backend.py',
    from: '"renewal": renewal(person, body, now)',
    to: '"renewal": None',
    verdict: 'thin',
    named: ['a receipt without the date and price of the renewal (receipt.renewal)'],
  },
  'a receipt without the terms': {
    file: 'backend.py',
    from: '"terms": body.get("termsAgreement")',
    to: '"terms": None',
    verdict: 'thin',
    named: ['a receipt without the agreed terms (receipt.terms)'],
  },
  'a payment that ignores its payer': {
    file: 'backend.py',
    from: 'if payer := body.get("payer")',
    to: 'if payer := body.get("unknown")',
    verdict: 'fail',
    named: ['FAIL parents.pay, with a valid card: the front end reads it as "the price has changed"'],
  },
  'a payment that ignores its co-parent': {
    file: 'backend.py',
    from: '("address", "coParent", "children")',
    to: '("address",)',
    verdict: 'thin',
    named: ['an invitation to the co-parent of another tab, if both tabs send at once'],
  },
  'a receipt for a link from before the payment': {
    file: 'backend.py',
    from: 'time.time() + seconds, person["paid"] is not None)',
    to: 'time.time() + seconds, True)',
    verdict: 'fail',
    named: [
      "FAIL invites.get, after the payment, with a link from before it: it returns paidOrder; parent contains the payer's lastName",
    ],
    run: 2,
  },
  'a payment under another key without isJoined': {
    file: 'backend.py',
    from: '{} if key == kept["key"] else {"isJoined": True}',
    to: '{}',
    verdict: 'fail',
    named: ['FAIL parents.pay, again, with another key: without isJoined'],
    run: 2,
  },
  'a token that no mailed link can contain': {
    file: 'backend.py',
    from: '(24)\n    CREDENTIALS_TOKENS[token] = person["userId"]\n    co_parent',
    to: '(24) + "."\n    CREDENTIALS_TOKENS[token] = person["userId"]\n    co_parent',
    verdict: 'fail',
    named: ['FAIL registrations.pay, with a valid card: a mailed link with its clickToJoinToken opens nothing'],
    run: 2,
  },
  'a response that takes more than a second': {
    file: 'backend.py',
    from: '    return catalogue.packages(call.query("ids")',
    to: '    time.sleep(1.05)\n    return catalogue.packages(call.query("ids")',
    verdict: 'thin',
    named: ['a slow page: the response took'],
  },
};

let backend: ExampleBackend | undefined;
const folders: string[] = [];
afterEach(() => {
  backend?.process.kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs the kit against a copy with the faults. */
async function check(faults: readonly Planted[], ...more: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  folders.push(folder);
  cpSync(FOLDER, folder, { recursive: true });
  for (const fault of faults) {
    const file = join(folder, fault.file);
    const parts = readFileSync(file, 'utf8').split(fault.from);
    expect(parts).toHaveLength(2);
    writeFileSync(file, parts.join(fault.to));
  }
  backend = await startExampleBackend('python3', join(folder, 'backend.py'));
  const hints = [
    `--front-end-token=${FRONT_END_TOKEN}`,
    ...inviteHints(printedLinks(backend.printed)),
    ...PYTHON_HINTS,
  ];
  return callCommand(checkBackendCommand, [backend.url, '--pay', ...hints, ...more]);
}

it.skipIf(hasNoPython)('finds no fault in the correct backend, and prints report.txt', async () => {
  const { code, said } = await check([], '--slow-ms=10000');
  if (process.env.RECORD) writeFileSync(REPORT, said);
  expect(said).toBe(readFileSync(REPORT, 'utf8'));
  expect(said.split('\n').filter((line) => /^(FAIL|\| (thin|not tried) )/.test(line))).toEqual([]);
  expect(code).toBe(0);
});

/** The faults of each run by its name: one at a time, or in `npm test` several. */
function runsOf(): [string, Planted[]][] {
  const all = Object.entries(FAULTS);
  if (isFull || isBrief)
    return all.filter(([, { run }], at) => isFull || run || at % 3 === 0).map(([name, fault]) => [name, [fault]]);
  return ([1, 2] as const).map((number) => {
    const together = all.filter(([, { run }]) => run === number);
    return [together.map(([name]) => name).join(', '), together.map(([, fault]) => fault)];
  });
}

it.skipIf(hasNoPython).each(runsOf())('finds %s', async (_name, faults) => {
  const [fails, thin] = ['fail', 'thin'].map((verdict) => faults.filter((fault) => fault.verdict === verdict));
  const { code, said } = await check(faults, ...(fails!.length > 0 ? ['--slow-ms=10000'] : []));
  const expectNamed = (start: string, found: Planted[]) => {
    const lines = said.split('\n').filter((line) => line.startsWith(start));
    for (const named of found.flatMap((fault) => fault.named))
      expect(lines).toContainEqual(expect.stringContaining(named));
  };
  expectNamed('FAIL', fails!);
  expectNamed('| thin', thin!);
  expect(code).toBe(fails!.length > 0 ? 1 : 0);
});
