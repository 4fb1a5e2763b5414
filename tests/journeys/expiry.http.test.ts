import { expect, it } from 'vitest';
import { parentOfMinnesota, stepsBefore } from '~tests/answers/parent-answers';
import { countSessions, expireSessions, readPayments, withStore } from '~tests/servers/store-file';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { serveSite } from '~tests/servers/site';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkProfessionalTo } from '~tests/walks/walk-professional';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import type { PaymentState } from '~/backend/schemas/payments';

const server = useSharedServer();
const EXPIRED = 'Your answers were kept for as long as this page said, and that time is over.';
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
  expect([first.path, first.text('.notice')]).toEqual(['/step1', expect.stringContaining(EXPIRED)]);
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
