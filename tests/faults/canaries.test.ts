import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { RecordingBrowser } from '~tests/browser/recording-browser';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const DECLINED = { cardNumber: '4000 1111-1111 1115', cardCvv: '739' };
const APPROVED = { cardNumber: '3782 822463 10005', cardCvv: '7391' };
const PASSWORD = 'Canary-in-a-mine-4';

/** Finds secrets by their digits in any spacing, or as whole words. */
function findSecrets(text: string): string[] {
  const digits = text.replace(/(?<=\d)[ -](?=\d)/g, '');
  return [
    ...[DECLINED.cardNumber, APPROVED.cardNumber].filter((number) => digits.includes(number.replace(/\D/g, ''))),
    ...[DECLINED.cardCvv, APPROVED.cardCvv].filter((code) =>
      new RegExp(`(?<![\\w./+=-])${code}(?![\\w./+=-])`).test(text),
    ),
    ...[PASSWORD].filter((password) => text.includes(password) || text.includes(encodeURIComponent(password))),
  ];
}

function readFolder(folder: string): [name: string, text: string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
}

/** Walks through a decline, form errors, Back, a language switch, and a payment. */
async function walk(browser: PlainBrowser, answers: ParentAnswers): Promise<void> {
  await walkTo(browser, 'payment/review', answers);
  await submitStep(browser, 'payment/review', answers);
  for (const leave of ['Back', 'English (UK)', 'English']) {
    await browser.open('/payment/method');
    browser.fill({ ...answers['payment/method'], ...APPROVED });
    await browser.press(leave);
  }
  await browser.open('/payment/method');
  browser.fill({ ...answers['payment/method'], ...APPROVED, cardExpiration: '13/99' });
  await browser.press('Continue');
  browser.fill({ ...answers['payment/method'], ...APPROVED });
  await browser.press('Continue');
  await browser.press('Pay now');
  browser.fill({ username: 'no', password: PASSWORD });
  await browser.press('Complete Signup');
  browser.fill({ ...answers.credentials, password: PASSWORD });
  await browser.press('Complete Signup');
  await browser.waitForRefresh();
  expect(browser.page.heading).toBe('Account activated!');
}

it('never stores, logs or returns card numbers, security codes or passwords', async () => {
  const dataDir = makeDataDir();
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'trace' } });
  const browser = new RecordingBrowser(server.url);
  const answers = parentOfMinnesota();
  Object.assign(answers['payment/method'], DECLINED);
  await walk(browser, answers);
  // A post out of order and without a session is stored as a draft, except for the card.
  const stranger = new RecordingBrowser(server.url);
  await stranger.open('/step1');
  await stranger.post('/payment/method', { cardHolderName: 'Stranger', ...APPROVED });
  await stranger.post('/credentials', { username: 'stranger', password: PASSWORD });

  const files = readFolder(dataDir);
  await server.stop();
  const places = [
    ...files,
    ...readFolder(dataDir),
    ['the log', server.output()] as const,
    ...[...browser.received, ...stranger.received].map((text) => ['a response', text] as const),
  ];
  expect(places.flatMap(([place, text]) => findSecrets(text).map((secret) => `${secret} in ${place}`))).toEqual([]);

  // Checks that the search covers the right places.
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['joinery.db', 'joinery.db-wal', 'sandbox.db']));
  expect(files.some(([, text]) => text.includes(answers.step1.email as string))).toBe(true);
  expect(server.log().some(({ req }) => (req as { path: string })?.path === '/app/join/payment/method')).toBe(true);
  expect(browser.received.some((text) => text.includes('ending in 0005'))).toBe(true);
  expect(findSecrets('value="7391" 378282246310005')).toEqual([APPROVED.cardNumber, APPROVED.cardCvv]);
  rmSync(dataDir, { recursive: true });
});

it('keeps card data secret when Braintree fails, echoes it or is slow, and when the process is killed', async () => {
  const dataDir = makeDataDir();
  const fake = await startFakeGateway();
  const env = { LOG_LEVEL: 'trace' };
  let server = await startBraintreeServer(fake, { dataDir, env });
  const browser = new RecordingBrowser(server.url);
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  const enter = (changes: object = {}) => {
    browser.fill({ ...answers['payment/method'], ...APPROVED, ...changes });
    return browser.press('Continue');
  };
  const { cardNumber, cardCvv } = APPROVED;
  // A validation error and an unexpected error of Braintree, which both repeat the input.
  for (const errorClass of ['VALIDATION', 'INTERNAL']) {
    const extensions = { errorClass, inputPath: ['input', 'creditCard', 'number'] };
    fake.answerClientApi({ data: null, errors: [{ message: `${cardNumber} ${cardCvv}?`, extensions }] });
    await enter();
    expect(browser.page.path).toBe('/payment/method');
  }
  fake.answerClientApi({ data: { tokenizeCreditCard: { token: '', creditCard: { number: cardNumber, cardCvv } } } });
  await enter();
  fake.answerClientApi(undefined);
  for (const accident of ['html', 'malformed-json', 'reset-in-answer'] as const) {
    fake.set({ accident, path: /graphql$/ });
    await enter();
    expect([browser.page.status, browser.page.path]).toEqual([502, '/payment/method']);
  }
  fake.set({ decline: '2000' });
  await enter();
  await browser.press('Pay now');
  expect(browser.page.errors).toEqual(['Payment method declined']);
  // The sale and its lookup time out.
  await enter();
  fake.set({ accident: 'silent-after', path: /\/transactions/ });
  await browser.press('Pay now');
  expect(browser.page.heading).toBe('We are checking your payment');

  // Kills the process during a sale, while the outcome of another sale is unknown.
  const other = new RecordingBrowser(server.url);
  await walkTo(other, 'payment/method', parentOfMinnesota());
  fake.set({ accident: 'silent-before', path: /graphql$/ });
  const before = fake.requests.length;
  other.fill({ ...answers['payment/method'], ...APPROVED });
  const cutOff = other.press('Continue').catch(() => 'cut off');
  await expect
    .poll(() => fake.requests.slice(before).some(({ path }) => path === '/graphql'), { timeout: 15_000 })
    .toBe(true);
  await server.kill();
  expect(await cutOff).toBe('cut off');
  const output = [server.output()];
  const files = readFolder(dataDir);
  fake.set();
  server = await startBraintreeServer(fake, { dataDir, env });
  browser.origin = server.url;
  // While recovery looks the payment up, the page shows that it is being checked.
  await expect.poll(async () => (await browser.waitForRefresh()).path, { timeout: 15_000 }).toBe('/credentials');
  await server.stop();
  output.push(server.output());
  expect(output.join('')).toContain('"event":"provider-call-failed"');

  const places = [
    ...files,
    ...readFolder(dataDir),
    ...output.map((text) => ['the log', text] as const),
    ...[...browser.received, ...other.received].map((text) => ['a response', text] as const),
    ...fake.requests.filter(({ path }) => path !== '/graphql').map(({ path, body }) => [path, body] as const),
  ];
  expect(places.flatMap(([place, text]) => findSecrets(text).map((secret) => `${secret} in ${place}`))).toEqual([]);
  // Only Braintree's client API received card data.
  expect(fake.requests.filter(({ body }) => findSecrets(body).length === 2).length).toBeGreaterThan(5);
  await fake.close();
  rmSync(dataDir, { recursive: true });
});

it('logs no personal data', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'trace' } });
  const browser = new PlainBrowser(server.url);
  const answers = parentOfMinnesota();
  await walkTo(browser, 'receipt', answers);
  const cookie = browser.jar.get('join_visitor')!.value;
  await server.stop();
  const log = server.output();
  for (const typed of Object.values({ ...answers.step1, ...answers.step2, ...answers['payment/billing'] })) {
    // Short values, such as a country, occur inside other words.
    if (typeof typed === 'string' && typed.length > 6 && typed !== 'America/Chicago') expect(log).not.toContain(typed);
  }
  expect(log).not.toContain('6125550100');
  expect(log).not.toContain(cookie);
});
