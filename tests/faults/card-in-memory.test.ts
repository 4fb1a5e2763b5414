import { readdirSync, readFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const PRELOAD = fileURLToPath(new URL('../support/servers/dump-memory.mjs', import.meta.url));

type Moment = 'taken' | 'later';

/** Makes a folder for dumps of a server's reachable memory. Start the server with `nodeOptions` and `env`. */
function makeMemoryDump() {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-memory-'));
  return {
    folder,
    nodeOptions: `--import ${PRELOAD}`,
    env: { MEMORY_DUMP: folder },
    /** Dumps the reachable memory, and resolves when it is written. */
    async dump(pid: number): Promise<void> {
      process.kill(pid, 'SIGUSR2');
      await vi.waitUntil(() => existsSync(join(folder, 'later.heap')), { timeout: 60_000, interval: 100 });
    },
    /** Returns the texts that a dump contains, in strings or in the bytes of buffers. */
    findIn(moment: Moment, texts: readonly string[]): string[] {
      const [heap, buffers] = ['heap', 'buffers'].map((kind) =>
        readFileSync(join(folder, `${moment}.${kind}`), 'latin1'),
      );
      expect(buffers!.length).toBeGreaterThan(0);
      return texts.filter((text) => heap!.includes(text) || buffers!.includes(text));
    },
    /** Counts a short code only as a whole string or after its name, because its digits also occur in other strings. */
    countCodes(moment: Moment, code: string): number {
      const named = new RegExp(`(?:cvv|code)["']?\\s*[=:]\\s*["']?${code}(?!\\d)`, 'gi');
      const texts = stringsOf(readFileSync(join(folder, `${moment}.heap`), 'utf8'));
      const buffers = readFileSync(join(folder, `${moment}.buffers`), 'latin1');
      return [...texts.filter((text) => text === code || text.search(named) >= 0), ...buffers.matchAll(named)].length;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
  strings: string[];
}

/** Returns the strings among the objects of a snapshot. Its list of strings also names the indexes of arrays. */
function stringsOf(heap: string): string[] {
  const { snapshot, nodes, strings } = JSON.parse(heap) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name] = [fields.indexOf('type'), fields.indexOf('name')];
  const found: string[] = [];
  for (let at = 0; at < nodes.length; at += fields.length)
    if (types[0][nodes[at + type]!]!.endsWith('string')) found.push(strings[nodes[at + name]!]!);
  return found;
}

/** Valid numbers that no source contains. Numbers of other tests are in code that the server has loaded. */
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

/** No string of the server equals it before the form is sent. */
const CODE = '739';

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

/** Returns the digits of a number, the typed number, and its form encodings. */
const spellingsOf = (number: string) => {
  const groups = number.match(/.{4}/g)!;
  return [number, groups.join(' '), groups.join('+'), groups.join('%20')];
};

it(
  'keeps no typed card reachable in memory after it is sent, whatever the response',
  { timeout: 120_000 },
  async () => {
    const browser = new PlainBrowser(server.url);
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/method', answers);
    const type = async (card: keyof typeof CARDS, button: string, more: Record<string, string> = {}) => {
      if (browser.page.path !== '/payment/method') await browser.open('/payment/method');
      const [cardNumber] = [spellingsOf(CARDS[card])[1]!];
      browser.fill({ ...answers['payment/method'], cardNumber, cardCvv: CODE, ...more });
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
    expect(memory.findIn('taken', spellingsOf(CARDS.declined))).toEqual([]);
    fake.set({ decline: '2000' });
    expect((await browser.press('Pay now')).path).toBe('/payment/method');
    fake.set();
    expect((await type('approved', 'Continue')).path).toBe('/payment/review');
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');

    await memory.dump(server.pid);
    const everywhere = Object.values(CARDS).flatMap(spellingsOf);
    expect(memory.findIn('later', everywhere)).toEqual([]);
    expect(['taken', 'later'].map((moment) => memory.countCodes(moment as Moment, CODE))).toEqual([0, 0]);
    // Checks that the search works.
    expect(memory.findIn('later', [memory.folder, dataDir])).toEqual([memory.folder, dataDir]);
    expect(memory.countCodes('later', 'cardCvv')).toBeGreaterThan(0);

    const written = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    expect(everywhere.filter((text) => [server.output(), ...written].some((one) => one.includes(text)))).toEqual([]);
  },
);
