import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parentOfMinnesota, type ParentStep } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { isFull } from '~tests/fakes/faults';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** On demand alone: it needs two cores of its own. `OVERLOAD_SECONDS` and `OVERLOAD_CHECKOUTS` make it shorter. */
const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 60);
const CHECKOUTS = Number(process.env.OVERLOAD_CHECKOUTS ?? 50);
const TIMES_CAPACITY = 4;
const P99_MS = 2_000;
const PATH = '/app/join/step1';
const CHECKOUT: readonly ParentStep[] = ['payment/billing', 'payment/method', 'payment/review', 'credentials'];

let server: RunningServer;
beforeAll(async () => {
  if (!isFull) return;
  server = await startServer({ env: { TURN_AWAY: 'on' } });
  pin(process.pid, 1);
  pin(server.pid, 0);
});
afterAll(async () => {
  if (!isFull) return;
  pin(process.pid, '0-1');
  expect(await server.stop()).toBe(0);
});

function pin(pid: number, core: number | string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' });
}

/** A browser that remembers how long each answer took. */
class TimedBrowser extends PlainBrowser {
  readonly answers: { ms: number; status: number; request: string }[] = [];

  override async send(...request: Parameters<PlainBrowser['send']>) {
    const began = performance.now();
    const page = await super.send(...request);
    this.answers.push({
      ms: performance.now() - began,
      status: page.status,
      request: `${request[0]} ${request[1].pathname}`,
    });
    return page;
  }
}

/** Pages a second where few ask at a time, so that nobody is turned away. */
async function measureCapacity(pool: Pool): Promise<number> {
  const until = performance.now() + 5_000;
  let served = 0;
  const askOn = async () => {
    while (performance.now() < until) if ((await ask(pool)).status === 200) served += 1;
  };
  await Promise.all(Array.from({ length: 3 }, askOn));
  return served / 5;
}

async function ask(pool: Pool): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: PATH,
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
  });
  await body.dump();
  return { status: statusCode, ms: performance.now() - began };
}

/** New visitors at a rate that does not wait for answers. */
async function flood(pool: Pool, rate: number, until: number): Promise<{ status: number; ms: number }[]> {
  const asked: Promise<{ status: number; ms: number }>[] = [];
  const began = performance.now();
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    while (asked.length < due) asked.push(ask(pool).catch(() => ({ status: 0, ms: 0 })));
    await pause(5);
  }
  return Promise.all(asked);
}

/** Goes from the billing address to the receipt in so many seconds. */
async function payWithin(browser: TimedBrowser, answers: ReturnType<typeof parentOfMinnesota>, seconds: number) {
  const thinkMs = (seconds * 1000) / (CHECKOUT.length + 1);
  await pause(Math.random() * thinkMs);
  for (const step of CHECKOUT) {
    await submitStep(browser, step, answers);
    await pause(thinkMs * (0.5 + Math.random() / 2));
  }
  return (await browser.waitForRefresh()).path;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}

it.runIf(isFull && availableParallelism() > 1)(
  'at four times what it can serve new visitors are turned away, and nobody who is paying is lost',
  { timeout: (SECONDS + 240) * 1000 },
  async () => {
    const pool = new Pool(server.url, { connections: 400, pipelining: 1 });
    const payers = Array.from({ length: CHECKOUTS }, () => ({
      browser: new TimedBrowser(server.url),
      answers: parentOfMinnesota(),
    }));
    for (const { browser, answers } of payers) await walkTo(browser, 'payment/billing', answers);
    for (const { browser } of payers) browser.answers.length = 0;
    const capacity = await measureCapacity(pool);
    const until = performance.now() + SECONDS * 1000;
    const [visitors, ...ends] = await Promise.all([
      flood(pool, TIMES_CAPACITY * capacity, until),
      ...payers.map(({ browser, answers }) => payWithin(browser, answers, SECONDS * 0.9)),
    ]);
    await pool.close();
    const answered = payers.flatMap(({ browser }) => browser.answers);
    const times = answered.map(({ ms }) => ms);
    const of = (status: number) => visitors.filter((visitor) => visitor.status === status);
    const figures = {
      seconds: SECONDS,
      capacity: Math.round(capacity),
      asked: visitors.length,
      served: of(200).length,
      turnedAway: of(503).length,
      failed: visitors.length - of(200).length - of(503).length,
      turnedAwayP99: percentile(
        of(503).map(({ ms }) => ms),
        0.99,
      ),
      checkouts: CHECKOUTS,
      arrived: ends.filter((path) => path === '/receipt').length,
      answers: times.length,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      longest: percentile(times, 1),
      slowest: answered
        .toSorted((one, other) => other.ms - one.ms)
        .slice(0, 5)
        .map(({ ms, request }) => `${request} ${Math.round(ms)}`),
    };
    process.stdout.write(`FIGURES overload: ${JSON.stringify(figures)}\n`);
    const metrics = await server.readMetrics();
    expect(metrics).toContain(`joinery_turned_away_total{reason="busy"} ${of(503).length}`);
    expect(metrics).toMatch(/^joinery_let_through_total [1-9]\d*$/m);
    expect(answered.filter(({ status }) => status >= 400)).toEqual([]);
    expect(figures).toMatchObject({ arrived: CHECKOUTS, failed: 0 });
    expect(figures.p99).toBeLessThan(P99_MS);
  },
);
