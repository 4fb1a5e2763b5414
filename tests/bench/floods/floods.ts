import { setTimeout as pause } from 'node:timers/promises';
import { cpus } from 'node:os';
import type { BenchOptions } from '../bench-options';
import { startSite, type Site } from '../process/site';
import { percentileOf } from '../report/statistics';
import { writeTable } from '../report/write-table';
import { prepareCheckouts } from './checkouts';
import { openVisitors, type Visit, type Visitors, type VisitorKind } from './visitors';

const ENCODINGS = [undefined, 'identity', 'gzip', 'br'] as const;
const KINDS: readonly VisitorKind[] = ENCODINGS.flatMap((encoding) =>
  [true, false].map((keepsAlive) => ({ encoding, keepsAlive })),
);
const TIMES_CAPACITY = 4;
const BELOW_CAPACITY = 0.8;
/** The queue must be long for 0.7 s before new visitors are turned away. */
const ONSET_MS = 3_000;

/** What each part asserts. Times are milliseconds. */
const BURSTS = [
  { visitors: 100, lastMs: 1_500 },
  { visitors: 300, lastMs: 4_000 },
];
const NEW_VISITOR_P99_MS = 1_000;
const CHECKOUT_P99_MS = 2_000;

interface Run {
  name: string;
  figures: Record<string, number>;
  /** Cores that other processes of the machine used during the measurement. */
  othersCores: number;
  /** The failed assertions. */
  missed: string[];
}

/**
 * Measures bursts, floods, and a steady load just below capacity, each on a server with its own core. New visitors arrive at a fixed rate, whether or
 * not earlier ones got a response. Exits with 1 if an assertion fails.
 */
export async function benchFloods({ isQuick, base }: BenchOptions, write: (text: string) => void): Promise<Run[]> {
  const seconds = isQuick ? 10 : 60;
  const runs: Run[] = [];
  const measure = async (name: string, run: (site: Site) => Promise<Omit<Run, 'name' | 'othersCores'>>) => {
    const site = await startSite({ name, ...(base && { bundle: base }) });
    try {
      await warmUp(site);
      const readOthers = watchOthers(site);
      const result = { name, ...(await run(site)), othersCores: await readOthers() };
      runs.push(result);
      write(`${describe(result)}\n`);
    } finally {
      await site.stop();
    }
  };
  write(`\nFloods of ${seconds} s each\n\n`);
  for (const kind of [{ keepsAlive: false }, { encoding: 'gzip', keepsAlive: false }] satisfies VisitorKind[])
    for (const burst of BURSTS)
      await measure(`burst of ${burst.visitors}, ${nameOf(kind)}`, (site) => measureBurst(site, kind, burst));
  for (const kind of KINDS)
    await measure(`${TIMES_CAPACITY} × capacity, ${nameOf(kind)}`, (site) =>
      measureFlood(site, kind, seconds, isQuick),
    );
  for (const kind of [{ keepsAlive: true }, { encoding: 'br', keepsAlive: true }] satisfies VisitorKind[])
    await measure(`${BELOW_CAPACITY} × capacity, ${nameOf(kind)}`, (site) => measureSteady(site, kind, seconds));
  write(`\n${writeRuns(runs)}\n`);
  if (runs.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
  return runs;
}

/** After a few thousand pages, V8 halves the cost of a page. */
async function warmUp({ origin }: Site): Promise<void> {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const visitors = openVisitors(origin, { encoding, keepsAlive: true });
    await visitors.inTurn(2_000);
    await visitors.close();
  }
}

/** Expects that no visitor is turned away, and that the last response is in time. */
async function measureBurst({ origin }: Site, kind: VisitorKind, { visitors: count, lastMs }: (typeof BURSTS)[number]) {
  const visitors = openVisitors(origin, kind);
  const visits = await Promise.all(Array.from({ length: count }, () => visitors.visit()));
  await visitors.close();
  const figures = { ...count503(visits), lastMs: longest(visits) };
  return {
    figures,
    missed: missedOf([
      [figures.turnedAway === 0, `${figures.turnedAway} turned away`],
      [figures.failed === 0, `${figures.failed} failed`],
      [figures.lastMs <= lastMs, `the last after ${figures.lastMs} ms, more than ${lastMs}`],
    ]),
  };
}

/** Expects that new visitors get a page or 503 in time, that visitors in checkout reach the receipt in time, and that no request fails. */
async function measureFlood(site: Site, kind: VisitorKind, seconds: number, isQuick: boolean) {
  const checkouts = await prepareCheckouts(site.origin, isQuick ? 10 : 50);
  const visitors = openVisitors(site.origin, kind);
  const capacity = await measureCapacity(visitors);
  const [visits, checkout] = await Promise.all([
    visitors.flood(TIMES_CAPACITY * capacity, seconds * 1000),
    checkouts.goThrough(seconds * 0.9),
  ]);
  await visitors.close();
  const times = visits.map(({ ms }) => ms);
  const later = visits.filter(({ at }) => at > ONSET_MS).map(({ ms }) => ms);
  const figures = {
    capacity: Math.round(capacity),
    ...count503(visits),
    p99Ms: Math.round(percentileOf(times, 0.99)),
    p99MsAfterOnset: Math.round(percentileOf(later, 0.99)),
    longestMs: longest(visits),
    checkoutP99Ms: Math.round(percentileOf(checkout.times, 0.99)),
    checkoutFailed: checkout.failed,
    receipts: checkout.receipts,
  };
  // In a short run, the onset contains more than 1 % of the requests.
  const p99 = isQuick ? figures.p99MsAfterOnset : figures.p99Ms;
  return {
    figures,
    missed: missedOf([
      [figures.turnedAway > 0, 'no visitor was turned away, so the load was below capacity'],
      [p99 <= NEW_VISITOR_P99_MS, `p99 of new visitors ${p99} ms`],
      [figures.checkoutP99Ms <= CHECKOUT_P99_MS, `p99 of the checkout ${figures.checkoutP99Ms} ms`],
      [figures.failed + figures.checkoutFailed === 0, `${figures.failed + figures.checkoutFailed} failed`],
      [figures.receipts === checkouts.count, `${figures.receipts} of ${checkouts.count} receipts`],
    ]),
  };
}

/** Expects that no visitor is turned away. */
async function measureSteady({ origin }: Site, kind: VisitorKind, seconds: number) {
  const visitors = openVisitors(origin, kind);
  const capacity = await measureCapacity(visitors);
  const visits = await visitors.flood(BELOW_CAPACITY * capacity, seconds * 1000);
  await visitors.close();
  const times = visits.map(({ ms }) => ms);
  const p99Ms = Math.round(percentileOf(times, 0.99));
  const figures = { capacity: Math.round(capacity), ...count503(visits), p99Ms, longestMs: longest(visits) };
  return {
    figures,
    missed: missedOf([
      [figures.turnedAway === 0, `${figures.turnedAway} turned away`],
      [figures.failed === 0, `${figures.failed} failed`],
    ]),
  };
}

/** Returns pages per second with few concurrent requests. */
async function measureCapacity(visitors: Visitors): Promise<number> {
  const ms = 3_000;
  const capacity = (await visitors.inTurn(ms)) / (ms / 1000);
  await pause(500);
  return capacity;
}

function count503(visits: readonly Visit[]) {
  const of = (status: number) => visits.filter((visit) => visit.status === status).length;
  return { served: of(200), turnedAway: of(503), failed: visits.length - of(200) - of(503) };
}

function longest(visits: readonly Visit[]): number {
  return Math.round(visits.reduce((most, { ms }) => Math.max(most, ms), 0));
}

function missedOf(assertions: readonly [holds: boolean, missed: string][]): string[] {
  return assertions.flatMap(([holds, missed]) => (holds ? [] : missed));
}

function nameOf({ encoding = 'no Accept-Encoding', keepsAlive }: VisitorKind): string {
  return `${encoding}, ${keepsAlive ? 'keep-alive' : 'new connections'}`;
}

function watchOthers(site: Site): () => Promise<number> {
  const read = async () => {
    const { user, system } = process.cpuUsage();
    const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
    return { at: performance.now(), othersMs: busyMs - (user + system) / 1000 - (await site.usage()).cpuMs };
  };
  const begun = read();
  return async () => {
    const before = await begun;
    const after = await read();
    return Math.max(0, (after.othersMs - before.othersMs) / (after.at - before.at));
  };
}

function describe({ name, figures, othersCores, missed }: Run): string {
  const values = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  return `${name}: ${[...values, `cores used by others ${othersCores.toFixed(2)}`].join(', ')}. ${missed.length > 0 ? `MISSED: ${missed.join('; ')}` : 'All assertions hold'}.`;
}

function writeRuns(runs: readonly Run[]): string {
  const columns = [
    'capacity',
    'served',
    'turnedAway',
    'failed',
    'p99Ms',
    'p99MsAfterOnset',
    'lastMs',
    'checkoutP99Ms',
    'receipts',
  ];
  const head = [
    'run',
    'pages/s',
    'served',
    'turned away',
    'failed',
    'p99 ms',
    'after 3 s',
    'last ms',
    'checkout p99 ms',
    'receipts',
    'others, cores',
    'asserted',
  ];
  const rows = runs.map(({ name, figures, othersCores, missed }) => [
    name,
    ...columns.map((column) => String(figures[column] ?? '–')),
    othersCores.toFixed(2),
    missed.length > 0 ? missed.join('; ') : 'yes',
  ]);
  return writeTable(head, rows);
}
