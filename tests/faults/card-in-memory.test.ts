import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { makeMemoryDump } from '~tests/servers/memory-dump';
import { makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** Numbers that pass the check digit, and that no source holds: those of other tests are in the code that the server has loaded. */
const CARDS = {
  invalidNumber: '4700049382715641',
  expired: '4700037037036735',
  otherLanguage: '4700061728394559',
  besideWrongCode: '4700086419752377',
  draft: '4700074074073461',
  providerDown: '4700098765431282',
  declined: '4700024691357821',
  approved: '4700012345678916',
};

const memory = makeMemoryDump();
const dataDir = makeDataDir();
let fake: FakeBraintree;
let server: RunningServer;
beforeAll(async () => {
  fake = await startFakeGateway();
  server = await startBraintreeServer(fake, { dataDir, env: memory.env, nodeOptions: memory.nodeOptions });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await fake.close();
  memory.remove();
});

/** A number as it may stand somewhere: in digits, as it was typed, and as a form sends it. */
const writtenWays = (number: string) => {
  const groups = number.match(/.{4}/g)!;
  return [number, groups.join(' '), groups.join('+'), groups.join('%20')];
};

it(
  'a card that was typed into our form cannot be reached once the provider has it, however its page ended',
  { timeout: 120_000 },
  async () => {
    const browser = new PlainBrowser(server.url);
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    const type = async (card: keyof typeof CARDS, button: string, more: Record<string, string> = {}) => {
      if (browser.page.path !== '/payment/method') await browser.open('/payment/method');
      const [cardNumber] = [writtenWays(CARDS[card])[1]!];
      browser.fill({ ...answers['payment/method'], cardNumber, ...more });
      return browser.press(button);
    };
    expect((await type('invalidNumber', 'Continue')).status).toBe(422);
    expect((await type('expired', 'Continue', { cardExpiration: '01/20' })).status).toBe(422);
    expect((await type('otherLanguage', 'English (UK)')).status).toBe(200);
    expect((await type('draft', 'Back')).path).toBe('/payment/billing');
    fake.set({ accident: 'reset-before', path: /graphql/ });
    expect((await type('providerDown', 'Continue')).status).toBe(502);
    fake.set();
    expect((await type('besideWrongCode', 'Apply', { subscriptionCode: 'NOPE' })).status).toBe(422);
    expect((await type('declined', 'Continue', { subscriptionCode: '' })).path).toBe('/payment/review');
    expect(memory.findIn('taken', writtenWays(CARDS.declined))).toEqual([]);
    fake.set({ decline: '2000' });
    expect((await browser.press('Pay now')).path).toBe('/payment/method');
    fake.set();
    expect((await type('approved', 'Continue')).path).toBe('/payment/review');
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');

    await memory.dump(server.pid);
    const everywhere = Object.values(CARDS).flatMap(writtenWays);
    expect(memory.findIn('later', everywhere)).toEqual([]);
    // The search does find what is held.
    expect(memory.findIn('later', [memory.folder, dataDir])).toEqual([memory.folder, dataDir]);

    const written = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    expect(everywhere.filter((text) => [server.output(), ...written].some((one) => one.includes(text)))).toEqual([]);
  },
);
