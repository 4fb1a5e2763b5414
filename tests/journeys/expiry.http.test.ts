import { describe, expect, it } from 'vitest';
import { parentOfMinnesota, stepsBefore } from '~tests/answers/parent-answers';
import { countSessions, expireSessions, readPayments, withStore } from '~tests/servers/store-file';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { serveSite } from '~tests/servers/site';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import type { PaymentState } from '~/backend/schemas/payments';
import type { SessionState } from '~/journeys/current-sign-up';

const server = useSharedServer();
const EXPIRED = 'Your answers were kept for as long as this page said, and that time is over.';
const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
const expire = () => expireSessions(server.running.dataDir);

it('restarts at the first step, and explains the expiry once', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  expect(browser.page.text('footer')).toContain(
    'We keep your answers for 2 hours after your last step, or longer if you ask.',
  );
  expire();
  const page = await browser.open('/step3');
  expect([page.path, page.values.firstName]).toEqual(['/step1', '']);
  expect(page.text('.notice')).toContain(EXPIRED);
  // Nothing was typed.
  expect(page.text('.notice')).not.toContain('typing');
  expect((await browser.reload()).text('.notice')).toBe('');
  expect(page.text('footer')).not.toContain('We keep your answers');
});

it('shows no notice that only an address names', async () => {
  const browser = server.openBrowser();
  expect((await browser.open('/step1?shownNotice=payPalUnused')).text('.notice')).toBe('');
  browser.jar.store('join_notice=payPalUnused; Path=/app/join', '/app/join');
  expect((await browser.reload()).text('.notice')).toBe('');
});

it.each([
  ['/step3', (browser: PlainBrowser) => walkTo(browser, 'step3', parentOfMinnesota())],
  ['/pro/security', (browser: PlainBrowser) => walkProfessionalTo(browser, 'security', lawyerOfMinnesota())],
] as const)(
  'explains the expiry of %s in each chosen language, with one banner, until a form is sent',
  async (path, walk) => {
    const browser = server.openBrowser();
    await walk(browser);
    expire();
    const first = await browser.open(path);
    expect([first.text('.notice'), first.$('.banner').length]).toEqual([expect.stringContaining(EXPIRED), 1]);
    for (const [language, text] of [
      ['Español', 'Ya pasó el tiempo que esta página indicaba'],
      ['English', EXPIRED],
    ] as const) {
      const page = await browser.press(language);
      expect([page.status, page.text('.notice'), page.$('.banner').length]).toEqual([
        200,
        expect.stringContaining(text),
        0,
      ]);
    }
    expect((await browser.press('Continue')).text('.notice')).toBe('');
    expect((await browser.press('Español')).text('.notice')).toBe('');
  },
);

it('shows the notice of a page without a form only on that page after a language switch', async () => {
  const { browser, pass } = await serveSite();
  await browser.open(INVITE);
  await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
  pass(121 * 60 * 1000);
  const page = await browser.open('/invite/packages');
  const { action, body } = page.submission(page.button('Español'));
  expect(action.pathname).toBe('/app/join/language');
  await browser.send('POST', action, body.toString());
  for (const path of ['/step1', '/pro/contact']) expect((await browser.open(path)).text('.notice')).toBe('');
  const text = expect.stringContaining('Ya pasó el tiempo que esta página indicaba') as string;
  expect((await browser.open(page.path)).text('.notice')).toEqual(text);
  expect((await browser.reload()).text('.notice')).toBe('');
});

it('gives another sign-up its full time after one that was paid days ago', async () => {
  const { browser, openBrowser, pass } = await serveSite();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'step1', answers);
  const tab = openBrowser();
  tab.jar = browser.jar;
  await walkTo(tab, 'credentials', answers);
  pass(48 * 60 * 60 * 1000);
  const page = await submitStep(browser, 'step1', parentOfMinnesota());
  expect([page.status, page.heading]).toEqual([409, 'A sign-up has already begun in this browser']);
  expect((await browser.press('Leave it and begin another one')).path).toBe('/step2');
  expect((await browser.reload()).path).toBe('/step2');
});

it('explains the expiry on every page', async () => {
  const walked = server.openBrowser();
  await walkTo(walked, 'payment/review', parentOfMinnesota());
  expire();
  for (const path of ['/step2', '/step3', '/alacarte', '/payment', '/payment/billing', '/payment/review']) {
    const page = await walked.copy().open(path);
    expect([path, page.path, page.text('.notice')]).toEqual([path, '/step1', expect.stringContaining(EXPIRED)]);
  }
});

it('keeps the form that was posted after the expiry', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  expire();
  const first = await submitStep(browser, 'payment/billing', answers);
  expect([first.path, first.text('.notice')]).toEqual([
    '/step1',
    expect.stringContaining('What you were typing is kept, and fills in its step'),
  ]);
  for (const step of stepsBefore('payment/billing')) await submitStep(browser, step, answers);
  expect(browser.page.values).toMatchObject(answers['payment/billing']);
});

it('charges nothing on a review of an expired sign-up, even after a restart', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  const older = server.openBrowser();
  older.jar = browser.jar;
  await older.open('/payment/review');
  const before = readPayments(server.running.dataDir);
  expire();
  const first = await submitStep(browser, 'payment/review', answers);
  expect([first.path, first.text('.notice'), first.text('.banner p')]).toEqual([
    '/step1',
    expect.stringContaining('and that time is over, so this press of “Pay now” charged nothing.'),
    'Please start again: your time ran out. This press of “Pay now” charged nothing.',
  ]);
  // Review has no field, so nothing typed is kept.
  expect(first.text('.notice')).not.toContain('typing');
  expect((await walkTo(browser, 'payment/review', answers)).path).toBe('/payment/review');
  const late = await submitStep(older, 'payment/review', answers);
  expect([late.status, late.heading]).toEqual([409, 'This page is out of date']);
  expect(readPayments(server.running.dataDir)).toEqual(before);
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  expect(readPayments(server.running.dataDir)).toMatchObject({
    orders: before.orders + 1,
    attempts: { length: before.attempts.length + 1 },
  });
});

it('keeps the credentials of a paid sign-up open for a month', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'credentials', parentOfMinnesota());
  const ends = withStore(server.running.dataDir, (database) =>
    database.prepare('select max(expires_at) as at from sessions').get(),
  ) as { at: string };
  expect(Date.parse(ends.at) - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1000);
});

it.each<[string, PaymentState]>([
  ['never arrived', { state: 'none' }],
  ['failed', { state: 'failed', exception: 'Unexpected error' }],
])('keeps the answers of a visitor who returns after a day to a payment that %s', async (_what, outcome) => {
  let isDown = true;
  const { browser, pass } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        pay: (...call) => (isDown ? Promise.reject(new Error('no response')) : registrations.pay(...call)),
        payment: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(outcome)),
      },
    }),
  });
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  expect((await submitStep(browser, 'payment/review', answers)).heading).toBe('We are checking your payment');
  isDown = false;
  pass(25 * 60 * 60 * 1000);
  const page = await browser.reload();
  expect(page.text('main')).toMatch(/nothing was charged/i);
  expect(page.path).toBe(outcome.state === 'none' ? '/payment/review' : '/payment/method');
  // Nonces expire within the day.
  await browser.open('/payment/method');
  await submitStep(browser, 'payment/method', answers);
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
});

it('sets an HttpOnly, SameSite cookie with the first accepted answer', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await browser.open('/step1');
  expect(browser.jar.has('join')).toBe(false);
  await submitStep(browser, 'step1', answers);
  const { value, ...attributes } = browser.jar.get('join')!;
  expect(attributes).toMatchObject({ path: '/app/join', httpOnly: true, sameSite: 'lax' });
  await submitStep(browser, 'step2', answers);
  expect(browser.jar.get('join')!.value).toBe(value);
});

it('stores no session for a visitor who enters nothing', async () => {
  const before = countSessions(server.running.dataDir);
  const browser = server.openBrowser();
  for (const path of [
    '/signup',
    '/coparentstatus',
    '/step1',
    '/step2',
    '/payment',
    '/receipt',
    '/duplicate',
    '/demo',
    '/x',
  ]) {
    await browser.open(path);
  }
  await browser.open('/step1');
  await browser.press('Español');
  await browser.press('Continuar');
  expect(browser.page.status).toBe(422);
  expect(browser.jar.has('join')).toBe(false);
  expect(countSessions(server.running.dataDir)).toBe(before);
});

it('shows how many minutes answers are kept, except after the last step', async () => {
  const { openBrowser } = await serveSite({ env: { JOIN_IDLE_MINUTES: '5' } });
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'step3', answers);
  expect(browser.page.text('footer')).toContain(
    'We keep your answers for 5 minutes after your last step, or longer if you ask.',
  );
  const done = await walkProfessionalTo(openBrowser(), 'done', lawyerOfMinnesota());
  expect(done.text('footer')).not.toContain('We keep your answers');
});

describe('the answers of a parent and a professional in one browser', () => {
  const MINUTES = 60 * 1000;

  async function serveBoth(goal: 'step3' | 'credentials', proGoal: 'practice' | 'security' | 'done' = 'practice') {
    const site = await serveSite();
    const { browser } = site;
    await walkTo(browser, goal, parentOfMinnesota());
    await walkProfessionalTo(browser, proGoal, lawyerOfMinnesota());
    const readState = async () => {
      let stored: SessionState | undefined;
      await site.changeSession((state) => (stored = state));
      return stored;
    };
    return { ...site, readState };
  }

  it('of the professional expire after the idle time beside a paid sign-up, which stays open', async () => {
    const { browser, pass, readState } = await serveBoth('credentials', 'security');
    expect(browser.page.text('footer')).toContain('We keep your answers for 2 hours after your last step');
    pass(3 * 60 * MINUTES);
    const other = browser.copy();
    expect((await other.open('/credentials')).path).toBe('/credentials');
    // Any page removes them from the row.
    expect(await readState()).not.toHaveProperty('proContact');
    const page = await browser.open('/pro/security');
    expect([page.path, page.text('.notice')]).toEqual(['/pro/contact', expect.stringContaining(EXPIRED)]);
    expect(page.values).toMatchObject({ firstName: '', email: '', phoneNumber: '' });
    expect((await browser.reload()).text('.notice')).toBe('');
    expect((await browser.open('/credentials')).status).toBe(200);
  });

  it('of a form posted after the idle time are kept as a draft', async () => {
    const { browser, pass } = await serveBoth('credentials');
    browser.fill({ practiceName: 'Vance & Daughters' });
    pass(3 * 60 * MINUTES);
    await browser.copy().open('/credentials');
    const page = await browser.press('Continue');
    expect([page.path, page.text('.notice')]).toEqual([
      '/pro/contact',
      expect.stringContaining('is kept, and fills in'),
    ]);
    await submitProfessionalStep(browser, 'contact', lawyerOfMinnesota());
    expect([browser.page.path, browser.page.values.practiceName]).toEqual(['/pro/practice', 'Vance & Daughters']);
  });

  it.each(['step3', 'credentials'] as const)(
    'of the professional are kept while they are used, beside %s',
    async (goal) => {
      const { browser, pass } = await serveBoth(goal);
      for (let hour = 0; hour < 22.5; hour += 1.5) {
        expect((await browser.open('/pro')).path).toBe('/pro/practice');
        pass(90 * MINUTES);
      }
      expect((await browser.open('/pro')).text('main')).toContain('cannot be kept longer than that');
      pass(2 * 60 * MINUTES);
      expect((await browser.open('/pro/practice')).path).toBe('/pro/contact');
    },
  );

  it('of an unpaid parent expire while the professional continues', async () => {
    const { browser, pass, readState } = await serveBoth('step3');
    const older = browser.copy();
    older.jar = browser.jar;
    await older.open('/step2');
    for (let hour = 0; hour < 3; hour += 1) {
      pass(60 * MINUTES);
      expect((await browser.open('/pro')).path).toBe('/pro/practice');
    }
    expect(await readState()).not.toHaveProperty('parent');
    // A form that was open before is kept as a draft.
    older.fill({ lastName: 'Lee' });
    expect([(await older.press('Continue')).path, older.page.text('.notice')]).toEqual([
      '/step1',
      expect.stringContaining('is kept, and fills in'),
    ]);
    await submitStep(older, 'step1', parentOfMinnesota());
    expect(older.page.values.lastName).toBe('Lee');
  });

  it('of an unpaid parent lead to the first step after they expired', async () => {
    const { browser, pass } = await serveBoth('step3');
    pass(60 * MINUTES);
    await browser.open('/pro');
    pass(61 * MINUTES);
    const page = await browser.open('/step3');
    expect([page.path, page.values.firstName, page.text('.notice')]).toEqual([
      '/step1',
      '',
      expect.stringContaining(EXPIRED),
    ]);
    expect((await browser.open('/pro/contact')).values.firstName).toBe('Iris');
  });

  it('of an unpaid parent are not explained to another person who follows an invite', async () => {
    const { browser, pass } = await serveBoth('step3');
    pass(60 * MINUTES);
    await browser.open('/pro');
    pass(61 * MINUTES);
    for (const path of [INVITE, '/invite/step1']) {
      const page = await browser.open(path);
      expect([page.path, page.text('.notice')]).toEqual([path.split('?')[0], '']);
    }
    browser.fill({ firstName: 'Ben' });
    await browser.press('I need more time');
    expect((await browser.open('/invite/step1')).values.firstName).toBe('Ben');
    expect(browser.page.text('.notice')).toBe('');
  });

  it.each([
    ['with the session', false],
    ['beside a professional', true],
  ])(
    'of an unpaid parent, expired %s, are explained to their owner after an invite was followed',
    async (_name, isShared) => {
      const { browser, pass } = await serveSite();
      await walkTo(browser, 'step3', parentOfMinnesota());
      const older = browser.copy();
      older.jar = browser.jar;
      await older.open('/step2');
      if (isShared) await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
      pass(60 * MINUTES);
      if (isShared) await browser.open('/pro');
      pass(61 * MINUTES);
      await browser.open(INVITE);
      older.fill({ lastName: 'Lee' });
      expect([(await older.press('Continue')).path, older.page.text('.notice')]).toEqual([
        '/step1',
        expect.stringContaining('is kept, and fills in'),
      ]);
    },
  );

  it.each(['opens a page', 'begins to sign up'])(
    'of a parent are explained only to them, if a professional %s first',
    async (deed) => {
      const { browser, pass } = await serveSite();
      await walkTo(browser, 'step3', parentOfMinnesota());
      pass(121 * MINUTES);
      expect((await browser.open('/pro/contact')).text('.notice')).toBe('');
      if (deed === 'begins to sign up') await submitProfessionalStep(browser, 'contact', lawyerOfMinnesota());
      expect(browser.page.text('.notice')).toBe('');
      const page = await browser.open('/step3');
      expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining(EXPIRED)]);
    },
  );

  it.each<[string, (browser: PlainBrowser) => Promise<unknown>, string]>([
    ['a professional opened a page', async () => undefined, '/pro'],
    [
      'a registered professional opened a page',
      (browser) => walkProfessionalTo(browser, 'done', lawyerOfMinnesota()),
      '/pro',
    ],
    ['somebody opened the page of an invite without a link', async () => undefined, '/invite'],
  ])('of a parent posted late are kept after %s', async (_what, before, path) => {
    const { browser, pass } = await serveSite();
    await before(browser);
    await walkTo(browser, 'step3', parentOfMinnesota());
    await browser.open('/step2');
    browser.fill({ lastName: 'Lee' });
    pass(121 * MINUTES);
    const other = browser.copy();
    other.jar = browser.jar;
    expect((await other.open(path)).text('.notice')).toBe('');
    expect([(await browser.press('Continue')).path, browser.page.text('.notice')]).toEqual([
      '/step1',
      expect.stringContaining('is kept, and fills in'),
    ]);
  });

  it('of a professional are explained after a parent who had paid opened a page', async () => {
    const { browser, pass } = await serveBoth('credentials');
    await browser.open('/credentials');
    await submitStep(browser, 'credentials', parentOfMinnesota());
    await browser.open('/receipt');
    pass(121 * MINUTES);
    await browser.open('/step1');
    const page = await browser.open('/pro/practice');
    expect([page.path, page.text('.notice')]).toEqual(['/pro/contact', expect.stringContaining(EXPIRED)]);
  });

  it('are explained to each of them after both expired', async () => {
    const { browser, pass } = await serveBoth('step3');
    pass(121 * MINUTES);
    expect((await browser.open('/step3')).text('.notice')).toContain(EXPIRED);
    const page = await browser.open('/pro/practice');
    expect([page.path, page.text('.notice')]).toEqual(['/pro/contact', expect.stringContaining(EXPIRED)]);
    expect((await browser.reload()).text('.notice')).toBe('');
    expect((await browser.open('/step1')).text('.notice')).toBe('');
  });

  it('of an invited parent are not explained to a parent without an invite', async () => {
    const { browser, pass } = await serveSite();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    pass(121 * MINUTES);
    expect((await browser.open('/step1')).text('.notice')).toBe('');
    const page = await browser.open('/invite/packages');
    expect([page.path, page.text('.notice')]).toEqual(['/invite/request', expect.stringContaining(EXPIRED)]);
  });

  it('of an invited parent, posted after they expired, lead to no question about their own invite', async () => {
    const { browser, pass } = await serveSite();
    await browser.open(INVITE);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    const older = browser.copy();
    older.jar = browser.jar;
    await older.open('/invite/packages');
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    pass(60 * MINUTES);
    await browser.open('/pro');
    pass(61 * MINUTES);
    await submitProfessionalStep(browser, 'practice', lawyerOfMinnesota());
    older.fill({ packageId: '2022' });
    expect((await older.press('Continue')).text('.notice')).toContain('is kept, and fills in');
    expect((await older.open(INVITE)).heading).toBe("You're steps away from simpler, more peaceful co-parenting.");
  });

  it('are not explained after an accepted first step', async () => {
    const { browser, pass } = await serveBoth('step3');
    const older = browser.copy();
    older.jar = browser.jar;
    await older.open('/step1');
    pass(60 * MINUTES);
    await browser.open('/pro');
    pass(61 * MINUTES);
    await browser.open('/pro');
    expect([(await older.press('Continue')).path, older.page.text('.notice')]).toEqual(['/step2', '']);
  });

  it('of a complete registration are removed without a notice', async () => {
    const { browser, pass } = await serveBoth('credentials', 'done');
    pass(3 * 60 * MINUTES);
    const page = await browser.open('/pro/done');
    expect([page.path, page.text('.notice')]).toEqual(['/pro/contact', '']);
    expect((await browser.open('/credentials')).status).toBe(200);
  });
});
