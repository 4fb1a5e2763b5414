import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { BalancedBrowser, inTurn } from '~tests/browser/balanced-browser';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { makeDatabase } from '~tests/servers/postgres-database';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const REPLICAS = 3;
const PARENTS = 6;
const HOUR_MS = 3_600_000;

let dataDir: string;
let servers: RunningServer[] = [];
let origins: Set<string>;

async function startReplicas(envs: Record<string, string>[]): Promise<void> {
  // The replicas share the sandbox's store, as they would share a payment provider.
  dataDir = makeDataDir();
  const shared = { DATABASE_URL: await makeDatabase(), SESSION_SECRET: 's'.repeat(32) };
  servers = await Promise.all(envs.map((env) => startServer({ dataDir, env: { ...shared, ...env } })));
  origins = new Set(servers.map(({ url }) => url));
}

afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  rmSync(dataDir, { recursive: true });
});

it('serves every visitor up to the receipt with three processes, even if one is killed', async () => {
  await startReplicas(Array.from({ length: REPLICAS }, () => ({})));
  const [victim, ...survivors] = servers;
  const walks = Array.from({ length: PARENTS }, async () => {
    const browser = new BalancedBrowser(origins);
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    for (const step of READY_MADE_STEPS) {
      await submitStep(browser, step, answers);
      // Other visitors are at earlier steps, some in the middle of a request. No payment has begun.
      if (step === 'step3' && origins.size === REPLICAS) await killAt(victim!);
    }
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual(['/receipt', 'Account activated!']);
    expect(browser.page.figure('Amount paid')).toBe('$179.55');
  });
  await Promise.all([
    ...walks,
    walkCoParent(),
    walkProfessionalTo(new BalancedBrowser(origins), 'done', lawyerOfMinnesota()),
  ]);
  expect(origins.size).toBe(REPLICAS - 1);

  const payments = (await new BalancedBrowser(origins).open('/demo')).texts('[data-payment]');
  expect(payments).toEqual(Array(PARENTS + 1).fill(expect.stringMatching(/settled$/)));
  for (const survivor of survivors) {
    expect(await survivor.stop()).toBe(0);
    expect(survivor.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  }
}, 60_000);

it.each([
  ['ahead', 3 * HOUR_MS],
  ['behind', -3 * HOUR_MS],
])(
  'keeps a sign-up while one process has a clock three hours %s',
  async (_name, ms) => {
    await startReplicas([{}, { NODE_OPTIONS: `--import ${shiftedClock(ms)}` }]);
    const browser = new BalancedBrowser(origins, { choose: inTurn() });
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    for (const step of READY_MADE_STEPS) {
      await submitStep(browser, step, answers);
      // Both processes show and store the session. Afterwards, each page is posted to the other one.
      await browser.open(browser.page.path);
    }
    await browser.waitForRefresh();
    expect([browser.page.path, browser.page.heading]).toEqual(['/receipt', 'Account activated!']);
  },
  60_000,
);

/** Returns the address of a module that sets the clock of its process forward, or back if negative. */
function shiftedClock(ms: number): string {
  const source = `
    const { now } = Date;
    globalThis.Date = class extends Date {
      static now = () => now() + ${ms};
      constructor(...given) { super(...(given.length > 0 ? given : [now() + ${ms}])); }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Walks an invited co-parent, who pays too. */
async function walkCoParent(): Promise<void> {
  const browser = new BalancedBrowser(origins);
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
}

async function killAt({ url, kill }: RunningServer): Promise<void> {
  origins.delete(url);
  await kill();
}
