import { describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { copyOf, serveJourneys } from '~tests/servers/serve-journeys';
import {
  pressTurn,
  pressUnanswered,
  sessionTurns,
  TURN_NAMES,
  type SessionTurn,
  type TurnName,
} from '~tests/walks/session-turns';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const STOLEN = { username: 'somebody.else', password: 'battery-staple-8' };

/** A browser before a turn, on an application of its own. */
async function standBefore(name: TurnName) {
  const served = await serveJourneys();
  const turn: SessionTurn = sessionTurns()[name];
  const browser = served.openBrowser();
  await turn.reach(browser);
  return { served, turn, browser };
}

const idOf = ({ jar }: PlainBrowser) => jar.get('join')?.value;

/** Finds no form and nothing of the person at any of the addresses, and is told what became of the session. */
async function expectNothing(thief: PlainBrowser, { opens, told, secrets }: SessionTurn): Promise<void> {
  for (const path of opens) {
    const page = await thief.open(path);
    expect([page.path, page.heading], path).toEqual([told.path, told.heading]);
    expect(page.$('#answers').length, path).toBe(0);
    for (const secret of secrets) expect(page.html, path).not.toContain(secret);
  }
}

describe.each(TURN_NAMES)('%s', (name) => {
  it('gives a new id, and a copy of the cookies from before opens nothing, whatever is sent with it', async () => {
    const { served, turn, browser } = await standBefore(name);
    const thief = copyOf(browser);
    expect((await pressTurn(browser, turn)).path).toBe(turn.next);
    expect(idOf(browser)).toBeDefined();
    expect(idOf(browser)).not.toBe(idOf(thief));
    await expectNothing(copyOf(thief), turn);

    // With the token of a form that the thief was given, and the password that they would like.
    await thief.open(turn.opens[0]!);
    const formToken = String(thief.page.$('[name=formToken]').first().attr('value'));
    for (const path of turn.opens.filter((each) => !each.endsWith('/receipt'))) {
      const page = await thief.post(path, { ...STOLEN, ...(turn.answers as object), ...STOLEN, formToken });
      expect(page.$('#answers').length, path).toBe(0);
      for (const secret of turn.secrets) expect(page.html, path).not.toContain(secret);
    }
    const accounts = await served.store.db.selectFrom('backend_accounts').select('username').execute();
    expect(accounts.map(({ username }) => username)).not.toContain(STOLEN.username);
    expect((await browser.open(turn.next)).path).toBe(turn.next);
  });

  it('leads on who presses the same page again because the answer never came, and does nothing twice', async () => {
    const { served, turn, browser } = await standBefore(name);
    const arrived = copyOf(browser);
    expect((await pressUnanswered(browser, arrived, turn)).status).toBe(303);
    const payments = await served.payments();
    const page = await browser.press(turn.button);
    expect([page.status, page.path]).toEqual([200, turn.next]);
    expect(idOf(browser)).toBe(idOf(arrived));
    expect(await served.payments()).toEqual(payments);
    expect((await browser.open(turn.next)).path).toBe(turn.next);
  });

  it('gives one id to a double click', async () => {
    const { served, turn, browser } = await standBefore(name);
    const clicks = [copyOf(browser), copyOf(browser), copyOf(browser)];
    const answers = await Promise.all(clicks.map((click) => pressUnanswered(browser, click, turn)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(clicks.map(idOf)).size).toBe(1);
    expect((await clicks[1]!.open(turn.next)).path).toBe(turn.next);
    expect((await served.payments()).length).toBeLessThanOrEqual(1);
  });

  it('tells who has the old id alone, and a page that was opened later, nothing more', async () => {
    const { turn, browser } = await standBefore(name);
    const thief = copyOf(browser);
    // The same page, but not the same rendering.
    await thief.open(browser.page.path);
    await pressTurn(browser, turn);
    thief.fill(turn.answers);
    const page = await thief.press(turn.button);
    expect(page.$('#answers').length).toBe(0);
    expect(idOf(thief)).not.toBe(idOf(browser));
    for (const secret of turn.secrets) expect(page.html).not.toContain(secret);
  });
});

it('an id that was planted before somebody began opens nothing of what they pay for', async () => {
  const { openBrowser } = await serveJourneys();
  const planter = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(planter, 'step2', parentOfMinnesota());
  const victim = copyOf(planter);
  await walkTo(victim, 'credentials', answers);
  await expectNothing(planter, sessionTurns()['the payment of parent A']);
  await submitStep(victim, 'credentials', answers);
  expect((await victim.waitForRefresh()).heading).toBe('Account activated!');
});

it('an id that was planted before an invite was followed sees nothing of it, also not after the question', async () => {
  const { openBrowser } = await serveJourneys();
  const turn: SessionTurn = sessionTurns()['the first post of an invite'];
  const planter = openBrowser();
  await walkTo(planter, 'step2', parentOfMinnesota());
  const victim = copyOf(planter);
  expect((await victim.open('/invite?token=demo-invite-by-parent&userId=9001')).heading).toContain('Somebody else');
  await victim.press('Accept the invitation');
  const afterQuestion = copyOf(victim);
  await victim.follow('Get Started');
  expect((await pressTurn(victim, turn)).path).toBe(turn.next);
  for (const copy of [planter, afterQuestion]) {
    for (const path of ['/step2', '/invite/packages', '/invite/credentials']) {
      const page = await copy.open(path);
      expect(page.html).not.toContain(turn.secrets[0]);
      expect(page.path).not.toBe(path);
    }
  }
});

describe('a payment whose outcome is not known', () => {
  /** Takes the payment, and its answers are lost until it is healed. */
  async function serveLosing() {
    let isLost = true;
    const lose = <Answer>(answer: Answer) => (isLost ? Promise.reject(new Error('The answer was lost')) : answer);
    const served = await serveJourneys({
      trouble: ({ registrations }) => ({
        registrations: {
          pay: async (...call) => lose(await registrations.pay(...call)),
          payment: async (...call) => lose(await registrations.payment(...call)),
        },
      }),
    });
    return { ...served, heal: () => void (isLost = false) };
  }

  it('gives a new id when it begins, keeps it when it is found, and says to the old one that a mail follows', async () => {
    const served = await serveLosing();
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const old = copyOf(browser);
    await pressUnanswered(browser, copyOf(browser), sessionTurns()['the payment of parent A']);
    expect((await old.open('/payment/review')).heading).toBe('Your payment is being checked');
    expect(old.page.text('main')).toContain('nothing is charged twice');
    expect(old.page.$('#answers').length).toBe(0);
    // The same page, pressed again, finds the payment that it began.
    expect((await browser.press('Pay now')).heading).toBe('We are checking your payment');
    const id = idOf(browser);
    served.heal();
    expect((await browser.waitForRefresh()).path).toBe('/credentials');
    expect(idOf(browser)).toBe(id);
    expect(await served.payments()).toEqual(['settled']);
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });

  it('that a process of 0.1.0 began gives one when it is found', async () => {
    const served = await serveLosing();
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    await browser.press('Pay now');
    await served.changeSession(({ attempt, ...state }) => ({
      ...state,
      attempt: { ...attempt!, isIdRenewed: undefined },
    }));
    const thief = copyOf(browser);
    served.heal();
    expect((await browser.open('/payment/review')).path).toBe('/credentials');
    await expectNothing(thief, sessionTurns()['the payment of parent A']);
  });
});

it('a decline gives no new id', async () => {
  const { openBrowser } = await serveJourneys();
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  browser.fill({ ...answers['payment/method'], cardNumber: '4000111111111115' });
  await browser.press('Continue');
  const id = idOf(browser);
  expect((await browser.press('Pay now')).path).toBe('/payment/method');
  expect(idOf(browser)).toBe(id);
});

it('a kill between the charge and the write leaves the old id, whose next press pays nothing twice', async () => {
  let kill: () => Promise<unknown> = () => Promise.resolve();
  const served = await serveJourneys({
    trouble: ({ registrations }) => ({
      registrations: {
        async pay(...call) {
          const answer = await registrations.pay(...call);
          await kill();
          return answer;
        },
      },
    }),
  });
  const { schema } = served.store.db;
  const browser = served.openBrowser();
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  kill = () => schema.alterTable('sessions').renameTo('killed').execute();
  const killed = await pressUnanswered(browser, copyOf(browser), sessionTurns()['the payment of parent A']);
  expect(killed.status).toBe(500);
  kill = () => Promise.resolve();
  await schema.alterTable('killed').renameTo('sessions').execute();
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(await served.payments()).toEqual(['settled']);
});

describe('two tabs at Pay now', () => {
  it('pay once, and the browser goes on', async () => {
    const { openBrowser, payments } = await serveJourneys();
    const browser = openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const tab = openBrowser();
    tab.jar = browser.jar;
    await tab.open('/payment/review');
    const pages = await Promise.all([browser.press('Pay now'), tab.press('Pay now')]);
    for (const page of pages) expect(['/credentials', '/signed-up']).toContain(page.path);
    expect(await payments()).toEqual(['settled']);
    await browser.open('/credentials');
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });
});

it('a change of language on the page that was pressed leads on too, in that language', async () => {
  const { turn, browser } = await standBefore('the payment of parent A');
  await pressUnanswered(browser, copyOf(browser), turn);
  const page = await browser.press('Español');
  expect([page.path, page.$('html').attr('lang')]).toEqual(['/credentials', 'es']);
});

it('a session is none in a browser with another visitor’s cookie, and stays where it belongs', async () => {
  const { openBrowser } = await serveJourneys();
  const owner = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(owner, 'payment/billing', answers);
  const other = openBrowser();
  await other.open('/step1');
  const { key, value } = owner.jar.get('join')!;
  other.jar.set(key, value);
  const page = await other.open('/payment/billing');
  expect(page.path).toBe('/step1');
  expect(page.html).not.toContain(String(answers.step1.email));
  expect((await owner.open('/payment/billing')).path).toBe('/payment/billing');
});

it('the visitor’s cookie is renewed with the session’s, which is nothing without it', async () => {
  const { openBrowser } = await serveJourneys();
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await browser.open('/step1');
  const before = browser.jar.get('join_visitor')!;
  const received: string[] = [];
  const send = browser.send.bind(browser);
  browser.send = async (...request) => {
    const page = await send(...request);
    received.push(...page.headers.getSetCookie().map((header) => header.split('=', 1)[0]!));
    return page;
  };
  await submitStep(browser, 'step1', answers);
  expect(received).toEqual(expect.arrayContaining(['join', 'join_visitor']));
  expect(browser.jar.get('join_visitor')!.value).toBe(before.value);
});
