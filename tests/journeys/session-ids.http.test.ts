import { ORPCError } from '@orpc/client';
import { describe, expect, inject, it } from 'vitest';
import { readSessionCookie } from '~/server/session/cookies.server';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { latch } from '~tests/latch';
import { serveSite, serveSiteAfter, type SiteSettings } from '~tests/servers/site';
import {
  pressTurn,
  pressUnanswered,
  sessionTurns,
  TURN_NAMES,
  type SessionTurn,
  type TurnName,
} from '~tests/walks/session-turns';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** For tests of pages and cookies, whose outcome does not depend on the kind of store: they run on SQLite only. */
const isPostgres = inject('store') === 'Postgres';

const STOLEN = { username: 'somebody.else', password: 'battery-staple-8' };

const servedAt = Object.fromEntries(
  TURN_NAMES.map((name) => [
    name,
    serveSiteAfter(async (browser) => {
      const turn: SessionTurn = sessionTurns()[name];
      await turn.reach(browser);
      return turn;
    }),
  ]),
) as Record<TurnName, ReturnType<typeof serveSiteAfter<SessionTurn>>>;

/** Serves a site with a browser on the page whose post changes the session id. */
async function reachTurn(name: TurnName, settings?: SiteSettings) {
  const { site, browser, reached } = await servedAt[name](settings);
  return { served: site, turn: reached, browser };
}

/** Returns the session id in the cookie, which also lists the session's sign-ups. */
function idOf({ jar }: PlainBrowser): string | undefined {
  const value = jar.get('join')?.value;
  if (value === undefined) return undefined;
  const text: unknown = JSON.parse(Buffer.from(decodeURIComponent(value).split('.')[0]!, 'base64').toString());
  return readSessionCookie(String(text))?.id;
}

/** Expects at each path a page about the ended session, without a form and personal data. */
async function expectNothing(thief: PlainBrowser, { opens, notice, secrets }: SessionTurn): Promise<void> {
  for (const path of opens) {
    const page = await thief.open(path);
    expect([page.path, page.heading], path).toEqual([notice.path, notice.heading]);
    expect(page.$('#answers').length, path).toBe(0);
    for (const secret of secrets) expect(page.html, path).not.toContain(secret);
  }
}

describe.each(TURN_NAMES)('%s', (name) => {
  // The store treats each turn's id in the same way (session-store.server.test.ts), so on Postgres one of them is enough.
  const itOnce = it.skipIf(isPostgres && name !== 'the payment of parent A');

  itOnce('changes the session id, and invalidates copies of the old cookies for every request', async () => {
    const { served, turn, browser } = await reachTurn(name);
    const thief = browser.copy();
    expect((await pressTurn(browser, turn)).path).toBe(turn.next);
    expect(idOf(browser)).toBeDefined();
    expect(idOf(browser)).not.toBe(idOf(thief));
    await expectNothing(thief.copy(), turn);

    // The thief posts the mark of a received form and another password.
    await thief.open(turn.opens[0]!);
    const { mark } = thief.page;
    for (const path of turn.opens.filter((each) => !each.endsWith('/receipt'))) {
      const page = await thief.post(path, { ...STOLEN, ...(turn.answers as object), ...STOLEN, ...mark });
      expect(page.$('#answers').length, path).toBe(0);
      for (const secret of turn.secrets) expect(page.html, path).not.toContain(secret);
    }
    const accounts = await served.store.db.selectFrom('backend_accounts').select('username').execute();
    expect(accounts.map(({ username }) => username)).not.toContain(STOLEN.username);
    expect((await browser.open(turn.next)).path).toBe(turn.next);
  });

  it('continues after a lost response and a second press, and takes effect once', async () => {
    const { served, turn, browser } = await reachTurn(name);
    const arrived = browser.copy();
    expect((await pressUnanswered(browser, arrived, turn)).status).toBe(303);
    const payments = await served.payments();
    const page = await browser.press(turn.button);
    expect([page.status, page.path]).toEqual([200, turn.next]);
    expect(idOf(browser)).toBe(idOf(arrived));
    expect(await served.payments()).toEqual(payments);
    expect((await browser.open(turn.next)).path).toBe(turn.next);
  });

  itOnce('rejects a post of the same page with the old cookies after more than 10 s', async () => {
    const { served, turn, browser } = await reachTurn(name);
    const thief = browser.copy();
    const shown = browser.page;
    await pressTurn(browser, turn);
    const { db } = served.store;
    const ended = await db.selectFrom('sessions').selectAll().where('ended_as', 'is not', null).execute();
    for (const { id, expires_at } of ended)
      await db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.parse(expires_at) - 20_000).toISOString() })
        .where('id', '=', id)
        .execute();
    shown.fill(turn.answers);
    const { action, body } = shown.submission(shown.button(turn.button));
    const answer = await thief.send('POST', action, body.toString());
    expect(answer.$('#answers').length).toBe(0);
    expect(idOf(thief)).not.toBe(idOf(browser));
    expect(answer.headers.get('location')).not.toBe(`/app/join${turn.next}`);
    if (answer.status === 303) await thief.open(answer.headers.get('location')!);
    else await thief.open(turn.opens[0]!);
    expect([thief.page.path, thief.page.heading]).toEqual([turn.notice.path, turn.notice.heading]);
    for (const secret of turn.secrets) expect(thief.page.html).not.toContain(secret);
    expect((await browser.open(turn.next)).path).toBe(turn.next);
  });

  it('sets the same new id for three concurrent presses', async () => {
    const { served, turn, browser } = await reachTurn(name);
    const clicks = [browser.copy(), browser.copy(), browser.copy()];
    const answers = await Promise.all(clicks.map((click) => pressUnanswered(browser, click, turn)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(clicks.map(idOf)).size).toBe(1);
    expect((await clicks[1]!.open(turn.next)).path).toBe(turn.next);
    expect((await served.payments()).length).toBeLessThanOrEqual(1);
  });

  itOnce('rejects a post with the old id from another rendering of the page', async () => {
    const { turn, browser } = await reachTurn(name);
    const thief = browser.copy();
    // Renders the same page again.
    await thief.open(browser.page.path);
    await pressTurn(browser, turn);
    // The page may return values of the thief's post, so the thief enters another e-mail.
    thief.fill({ ...turn.answers, ...('email' in turn.answers && { email: 'thief@example.com' }) });
    const page = await thief.press(turn.button);
    expect(page.$('#answers').length).toBe(0);
    expect(idOf(thief)).not.toBe(idOf(browser));
    for (const secret of turn.secrets) expect(page.html).not.toContain(secret);
  });
});

describe('a second press that the backend rejects because of the first', () => {
  /**
   * Holds the first call of `held` until `release`. Other responses of `credentials.set` wait for `finish`. The embedded backend accepts the
   * same credentials again, which others may reject.
   */
  function holdCalls(held: 'update' | 'set') {
    const [arrived, release, set, finish] = [latch(), latch(), latch(), latch()];
    let calls = 0;
    const isFirst = (name: typeof held) => name === held && calls++ === 0;
    const hold = async () => {
      arrived.open();
      await release.opened;
    };
    const trouble: SiteSettings['trouble'] = ({ parents, credentials }) => ({
      parents: {
        async update(...call) {
          if (isFirst('update')) await hold();
          return parents.update(...call);
        },
      },
      credentials: {
        async set(...call) {
          if (isFirst('set')) {
            await hold();
            throw new ORPCError('FORBIDDEN', { defined: true });
          }
          const answer = await credentials.set(...call);
          set.open();
          await finish.opened;
          return answer;
        },
      },
    });
    return { trouble, arrived, release, set, finish };
  }

  it.each<['before' | 'after', TurnName, 'update' | 'set']>([
    ['before', 'the credentials of parent A', 'set'],
    ['after', 'the credentials of parent A', 'set'],
    ['before', 'the credentials of parent B', 'update'],
    ['after', 'the credentials of parent B', 'update'],
    ['before', 'the credentials of parent B', 'set'],
    ['after', 'the credentials of parent B', 'set'],
  ])('gets the same id and page %s the response to %s (%s)', async (order, name, held) => {
    const { trouble, arrived, release, set, finish } = holdCalls(held);
    const { browser, reached: turn } = await servedAt[name]({ trouble });
    const [first, second] = [browser.copy(), browser.copy()];
    const secondPress = pressUnanswered(browser, second, turn);
    await arrived.opened;
    const firstPress = pressUnanswered(browser, first, turn);
    await set.opened;
    if (order === 'after') {
      finish.open();
      await firstPress;
    }
    release.open();
    const { status, headers } = await secondPress;
    // Its response must lead on by itself, because the browser drops the first one.
    const location = headers.get('location')!;
    expect([status, location]).toEqual([303, expect.stringMatching(/\/(credentials|receipt)$/)]);
    const page = await second.copy().open(location);
    expect([page.status, page.path]).toEqual([200, location.slice('/app/join'.length)]);
    expect(page.$('#answers').length).toBe(0);
    if (order === 'after') expect(page.text('main')).not.toContain('were set before');
    finish.open();
    expect((await firstPress).status).toBe(303);
    expect(idOf(second)).toBe(idOf(first));
    expect(idOf(second)).not.toBe(idOf(browser));
  });
});

it.skipIf(isPostgres)('hides a paid sign-up from an attacker who planted the session id', async () => {
  const { openBrowser } = await serveSite();
  const planter = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(planter, 'step2', parentOfMinnesota());
  const victim = planter.copy();
  await walkTo(victim, 'credentials', answers);
  await expectNothing(planter, sessionTurns()['the payment of parent A']);
  await submitStep(victim, 'credentials', answers);
  expect((await victim.waitForRefresh()).heading).toBe('Account activated!');
});

it.skipIf(isPostgres)(
  'hides an invite from an attacker who planted the session id, even after its acceptance',
  async () => {
    const { openBrowser } = await serveSite();
    const turn: SessionTurn = sessionTurns()['the first post of an invite'];
    const planter = openBrowser();
    await walkTo(planter, 'step2', parentOfMinnesota());
    const victim = planter.copy();
    expect((await victim.open('/invite?token=demo-invite-by-parent&userId=9001')).heading).toContain('Somebody else');
    await victim.press('Accept the invitation');
    const afterQuestion = victim.copy();
    await victim.follow('Get Started');
    expect((await pressTurn(victim, turn)).path).toBe(turn.next);
    for (const copy of [planter, afterQuestion]) {
      for (const path of ['/step2', '/invite/packages', '/invite/credentials']) {
        const page = await copy.open(path);
        expect(page.html).not.toContain(turn.secrets[0]);
        expect(page.path).not.toBe(path);
      }
    }
  },
);

describe.skipIf(isPostgres)('a copy of the first person’s cookies', () => {
  it('hides the answers of the next professional', async () => {
    const { browser } = await serveSite();
    await walkProfessionalTo(browser, 'done', lawyerOfMinnesota());
    const copies = [browser.copy()];
    await browser.press('Register another professional');
    copies.push(browser.copy());
    const { contact } = lawyerOfMinnesota();
    browser.fill({ ...contact, email: 'next.lawyer@example.com' });
    expect((await browser.press('Continue')).path).toBe('/pro/practice');
    for (const copy of copies) {
      expect((await copy.open('/pro/practice')).path).toBe('/pro/contact');
      expect(copy.page.html).not.toContain('next.lawyer@example.com');
    }
    await browser.open('/pro/contact');
    expect(browser.page.values.email).toBe('next.lawyer@example.com');
  });

  it('hides the answers of the next parent beside a professional', async () => {
    const { browser } = await serveSite();
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await walkTo(browser, 'receipt', parentOfMinnesota());
    const copy = browser.copy();
    expect((await browser.open('/step1')).path).toBe('/step1');
    browser.fill({ ...parentOfMinnesota().step1, email: 'next.parent@example.com' });
    expect((await browser.press('Continue')).path).toBe('/step2');
    expect((await copy.open('/step2')).path).toBe('/step1');
    expect(copy.page.html).not.toContain('next.parent@example.com');
    expect((await browser.open('/step1')).values.email).toBe('next.parent@example.com');
    expect((await browser.open('/pro/practice')).path).toBe('/pro/practice');
  });
});

describe('the link to username and password', () => {
  const SENT = 'we have sent the link again';

  /** Returns the browser that paid, and a copy with its earlier cookies. */
  async function servePaid(name: 'the payment of parent A' | 'the payment of parent B', settings?: SiteSettings) {
    const { served, turn, browser } = await reachTurn(name, settings);
    const old = browser.copy();
    await pressTurn(browser, turn);
    const mails = async () => {
      const rows = await served.store.db.selectFrom('backend_mails').select(['kind', 'recipient']).execute();
      return rows.filter(({ kind }) => kind === 'credentials' || kind === 'invite');
    };
    return { served, turn, browser, old, mails };
  }

  it('is mailed again to the paying address, once in ten minutes, and opens the form', async () => {
    const limited = { env: { RATE_LIMIT: 'on' } };
    const { served, turn, browser, old, mails } = await servePaid('the payment of parent A', limited);
    const credentialsMails = async () => (await mails()).filter(({ kind }) => kind === 'credentials');
    const [first, ...none] = await credentialsMails();
    expect(none).toEqual([]);
    await old.open('/credentials');
    const page = await old.press('Send the link again');
    expect([page.path, page.heading, page.text('.notice')]).toEqual([
      '/signed-up?sent',
      'This sign-up is paid',
      expect.stringContaining(SENT),
    ]);
    for (const secret of turn.secrets) expect(page.html).not.toContain(secret);
    expect(await credentialsMails()).toEqual([first, first]);
    expect((await old.press('Send the link again')).text('.notice')).toContain(SENT);
    expect((await credentialsMails()).length).toBe(2);
    const created_at = new Date(Date.now() - 11 * 60_000).toISOString();
    await served.store.db.updateTable('backend_tokens').set({ created_at }).execute();
    await old.press('Send the link again');
    expect((await credentialsMails()).length).toBe(3);
    // The mailed link opens the form in another browser, and the paying browser still has its form.
    const elsewhere = await served.openBrowser().open(await served.mailedLink());
    expect([elsewhere.path, elsewhere.$('#answers').length]).toEqual(['/credentials', 1]);
    expect((await browser.open('/credentials')).$('#answers').length).toBe(1);
  });

  it.skipIf(isPostgres)('is mailed again in the language of the page', async () => {
    const { served, old } = await servePaid('the payment of parent A');
    await old.open('/signed-up');
    await old.press('Español');
    expect((await old.press('Enviar de nuevo el enlace')).text('.notice')).toContain('volvimos a enviar el enlace');
    const rows = await served.store.db.selectFrom('backend_mails').select(['kind', 'language']).execute();
    expect(rows.filter(({ kind }) => kind === 'credentials').map(({ language }) => language)).toEqual(['en', 'es']);
  });

  it.skipIf(isPostgres)('is mailed again to parent B as a link to username and password', async () => {
    const { turn, old, mails } = await servePaid('the payment of parent B');
    const before = await mails();
    await old.open('/invite/credentials');
    const page = await old.press('Send the link again');
    expect(page.text('.notice')).toContain(SENT);
    for (const secret of turn.secrets) expect(page.html).not.toContain(secret);
    expect((await mails()).length).toBe(before.length + 1);
    const last = (await mails()).at(-1)!;
    expect(last.kind).toBe('credentials');
    expect(before).toContainEqual(last);
  });

  it.skipIf(isPostgres)('cannot be mailed by a broken backend, on a page that announces it', async () => {
    const { browser } = await serveSite({
      trouble: () => ({ registrations: { resendLink: () => Promise.reject(new Error('no')) } }),
    });
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    const old = browser.copy();
    await browser.press('Pay now');
    await old.open('/signed-up');
    const page = await old.press('Send the link again');
    expect([page.status, page.title]).toEqual([502, expect.stringMatching(/^Error: /)]);
    expect(page.text('.notice [role=alert][tabindex=-1][autofocus]')).toContain('Something went wrong');
  });

  it.skipIf(isPostgres)('is not mailed once the credentials are set, and the page shows the same notice', async () => {
    const { browser, old, mails } = await servePaid('the payment of parent A');
    await submitStep(browser, 'credentials', parentOfMinnesota());
    const before = await mails();
    await old.open('/credentials');
    expect((await old.press('Send the link again')).text('.notice')).toContain(SENT);
    expect(await mails()).toEqual(before);
  });

  it.skipIf(isPostgres)(
    'is not mailed for a page of another visitor, or for a page from before the sign-up',
    async () => {
      const { served, old, mails } = await servePaid('the payment of parent A');
      const stranger = served.openBrowser();
      await walkTo(stranger, 'payment/review', parentOfMinnesota('stranger'));
      const strangers = stranger.copy();
      await stranger.press('Pay now');
      const before = await mails();
      await strangers.open('/signed-up');
      await old.open('/signed-up');
      for (const mark of [strangers.page.mark, (await served.openBrowser().open('/step1')).mark]) {
        const page = await old.post('/signed-up', mark);
        expect(page.text('.notice')).not.toContain(SENT);
      }
      expect(await mails()).toEqual(before);
      // This page was served to the same browser before its sign-up.
      const early = served.openBrowser();
      await early.open('/step1');
      const { mark } = early.page;
      await walkTo(early, 'payment/review', parentOfMinnesota('early'));
      const copy = early.copy();
      await early.press('Pay now');
      const paid = await mails();
      expect((await copy.post('/signed-up', mark)).heading).toBe('This page is out of date');
      expect(await mails()).toEqual(paid);
    },
  );

  const refused = (code: string, status: number) => new ORPCError(code, { status, defined: true });
  it.skipIf(isPostgres).each([
    ['is not reported as sent if the backend fails', new Error('The backend is down'), 502],
    ['is not reported as sent if the backend lacks the call', refused('NOT_FOUND', 404), 422],
    ['is reported as sent if the backend has deleted the registration', refused('FORBIDDEN', 403), 200],
  ])('%s', async (_what, error, status) => {
    const served = await serveSite({
      trouble: () => ({ registrations: { resendLink: () => Promise.reject(error) } }),
    });
    const browser = served.openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    const old = browser.copy();
    await browser.press('Pay now');
    await old.open('/signed-up');
    const page = await old.press('Send the link again');
    expect([page.status, page.heading]).toEqual([status, 'This sign-up is paid']);
    expect(page.text('.notice').includes(SENT)).toBe(status === 200);
  });
});

describe('a payment with an unknown outcome', () => {
  /** Serves a site whose backend charges, but loses the responses until `recover`. */
  async function serveLossy() {
    let isLost = true;
    const lose = <Answer>(answer: Answer) => (isLost ? Promise.reject(new Error('The answer was lost')) : answer);
    const served = await serveSite({
      trouble: ({ registrations }) => ({
        registrations: {
          pay: async (...call) => lose(await registrations.pay(...call)),
          payment: async (...call) => lose(await registrations.payment(...call)),
        },
      }),
    });
    return { ...served, recover: () => void (isLost = false) };
  }

  it('changes the session id once, and shows a notice to the old id', async () => {
    const served = await serveLossy();
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const old = browser.copy();
    await pressUnanswered(browser, browser.copy(), sessionTurns()['the payment of parent A']);
    expect((await old.open('/payment/review')).heading).toBe('Your payment is being checked');
    expect(old.page.text('main')).toContain('nothing is charged twice');
    expect(old.page.$('#answers').length).toBe(0);
    // A second press on the same page finds the first payment.
    expect((await browser.press('Pay now')).heading).toBe('We are checking your payment');
    const id = idOf(browser);
    served.recover();
    expect((await browser.waitForRefresh()).path).toBe('/credentials');
    expect(idOf(browser)).toBe(id);
    expect(await served.payments()).toEqual(['settled']);
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });
});

it.skipIf(isPostgres)('keeps the session id after a decline', async () => {
  const { openBrowser } = await serveSite();
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  browser.fill({ ...answers['payment/method'], cardNumber: '4000111111111115' });
  await browser.press('Continue');
  const id = idOf(browser);
  expect((await browser.press('Pay now')).path).toBe('/payment/method');
  expect(idOf(browser)).toBe(id);
});

it('keeps the session id after a kill between charge and write, and charges once on the next press', async () => {
  let kill: () => Promise<unknown> = () => Promise.resolve();
  const served = await serveSite({
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
  const killed = await pressUnanswered(browser, browser.copy(), sessionTurns()['the payment of parent A']);
  expect(killed.status).toBe(500);
  kill = () => Promise.resolve();
  await schema.alterTable('killed').renameTo('sessions').execute();
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(await served.payments()).toEqual(['settled']);
});

describe('a payment during which another tab', () => {
  /**
   * Walks to a step, and opens another tab.
   *
   * @param isLost whether the response to the payment is lost
   * @returns `interrupt`, which runs an action before the response to the next payment, or to the credentials
   */
  async function openTwoTabs(step: 'payment/review' | 'credentials', isLost = false) {
    let act = () => Promise.resolve();
    const served = await serveSite({
      trouble: ({ registrations, credentials }) => ({
        registrations: {
          async pay(...call) {
            const answer = await registrations.pay(...call);
            await act();
            if (isLost) throw new Error('The response was lost');
            return answer;
          },
        },
        credentials: {
          async set(...call) {
            const answer = await credentials.set(...call);
            await act();
            return answer;
          },
        },
      }),
    });
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, step, answers);
    const tab = served.openBrowser();
    tab.jar = browser.jar;
    const interrupt = (action: (tab: PlainBrowser) => Promise<void>) => {
      act = () => {
        act = () => Promise.resolve();
        return action(tab);
      };
    };
    return { browser, answers, tab, interrupt, payments: served.payments };
  }

  const accept = async (tab: PlainBrowser) => {
    await tab.open('/invite?token=demo-invite-by-parent&userId=9001');
    await tab.press('Accept the invitation');
    expect(tab.page.link('Get Started')).toBeDefined();
  };

  it.each([false, true])('accepts an invitation leads the payer on (response lost: %s)', async (isLost) => {
    const { browser, answers, tab, interrupt, payments } = await openTwoTabs('payment/review', isLost);
    interrupt(accept);
    await browser.press('Pay now');
    expect(browser.page.path).toBe('/credentials');
    expect(await payments()).toEqual(['settled']);
    // The invite asks again whose sign-up this is.
    expect((await tab.open('/invite')).heading).toContain('Somebody else');
    await browser.open('/credentials');
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });

  it.each([false, true])(
    'completes a professional’s sign-up leads the payer on (response lost: %s)',
    async (isLost) => {
      const { browser, answers, tab, interrupt, payments } = await openTwoTabs('payment/review', isLost);
      const lawyer = lawyerOfMinnesota();
      await walkProfessionalTo(tab, 'security', lawyer);
      await browser.open('/payment/review');
      interrupt(async (beside) => {
        beside.fill(lawyer.security);
        expect((await beside.press('Complete Signup')).path).toBe('/pro/done');
      });
      await browser.press('Pay now');
      expect([browser.page.path, await payments()]).toEqual(['/credentials', ['settled']]);
      await submitStep(browser, 'credentials', answers);
      expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
    },
  );

  it('accepts an invitation while username and password are set leads the payer to the receipt', async () => {
    const { browser, answers, interrupt } = await openTwoTabs('credentials');
    interrupt(accept);
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });

  it('presses Exit shows the payer nothing of it', async () => {
    const exit = async (tab: PlainBrowser) => {
      await tab.open('/step2');
      await tab.press('Exit this page');
    };
    const { browser, answers, interrupt } = await openTwoTabs('payment/review');
    interrupt(exit);
    await browser.press('Pay now');
    expect(browser.page.html).not.toContain(String(answers.step1.email));
    expect((await browser.open('/credentials')).html).not.toContain(String(answers.step1.email));
  });
});

describe('two tabs at Pay now', () => {
  it('charge once, and the browser continues', async () => {
    const { openBrowser, payments } = await serveSite();
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

it.skipIf(isPostgres)('continues in the new language after a lost response and a language switch', async () => {
  const { turn, browser } = await reachTurn('the payment of parent A');
  await pressUnanswered(browser, browser.copy(), turn);
  const page = await browser.press('Español');
  expect([page.path, page.$('html').attr('lang')]).toEqual(['/credentials', 'es']);
});

it.skipIf(isPostgres)(
  'rejects a session cookie with another visitor’s visitor cookie, and keeps the session',
  async () => {
    const { openBrowser } = await serveSite();
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
  },
);

it.skipIf(isPostgres)('renews the visitor cookie together with the session cookie', async () => {
  const { openBrowser } = await serveSite();
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
