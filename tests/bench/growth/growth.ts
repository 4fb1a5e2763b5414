import { findPostgres } from '~tests/servers/find-postgres.mjs';
import { startPostgres } from '~tests/servers/postgres';
import type { BenchOptions } from '../bench-options';
import { measurePages, type PageFigures } from '../pages/measure-pages';
import { prepareRequests } from '../pages/screen-requests';
import { ratiosOf, spreadOf } from '../report/statistics';
import { writeMs, writeSpread, writeTable } from '../report/write-table';
import { measureCommits, type CommitFigures } from './commits';
import type { Size } from './fill-store';
import { makeFilledStore, type FilledStore } from './sites';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { cpus } from 'node:os';
import { openConnections } from '../load/send-requests';
import { takeAllCores, takeSecondCore } from '../process/cores';

interface ReplicaFigures {
  replicas: number;
  /** Pages per second of all replicas together. */
  pagesPerSecond: number;
  /** CPU milliseconds of the replicas for one page. */
  cpuMs: number;
  /** Idle share of the machine's cores. */
  idle: number;
}

/**
 * Runs processes on one database, each with four concurrent requests. Processes and load share all cores of the machine.
 * Postgres stays on the second core.
 */
async function measureReplicas(store: FilledStore, replicas: number, ms: number): Promise<ReplicaFigures> {
  takeAllCores();
  const sites = await Promise.all(
    Array.from({ length: replicas }, (_, index) => store.start({ name: `replica ${index + 1}`, isUnpinned: true })),
  );
  try {
    const [first] = sites;
    if (!first) throw new Error('at least one replica is required');
    // Cookies ignore ports, and the replicas share their secret.
    const requests = (await prepareRequests(first.origin)).filter(
      ({ screen, answer }) => screen === 'step1' && answer === 'page',
    );
    const connections = sites.map(({ origin }) => openConnections(origin, { connections: 4, isCompressed: true }));
    await Promise.all(connections.map(({ sendMany }) => sendMany(requests, 150)));
    const before = await Promise.all(sites.map(({ usage }) => usage()));
    const idleBefore = readIdle();
    const sent = await Promise.all(connections.map(({ sendFor }) => sendFor(requests, ms)));
    const idle = readIdle();
    const after = await Promise.all(sites.map(({ usage }) => usage()));
    await Promise.all(connections.map(({ close }) => close()));
    const pages = sent.reduce((sum, { latencies }) => sum + latencies.length, 0);
    const cpuMs = after.reduce((sum, { cpuMs: own }, index) => sum + own - (before[index]?.cpuMs ?? 0), 0);
    return {
      replicas,
      pagesPerSecond: (pages / ms) * 1000,
      cpuMs: cpuMs / pages,
      idle: (idle.idle - idleBefore.idle) / (idle.all - idleBefore.all),
    };
  } finally {
    for (const site of sites) await site.stop();
    takeSecondCore();
  }
}

function readIdle() {
  const times = cpus().map(({ times: of }) => of);
  const all = times.flatMap((of) => Object.values(of)).reduce((sum, ms) => sum + ms, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}

const HASTEN = fileURLToPath(new URL('hasten.mjs', import.meta.url));

interface Pauses {
  /** The longest block of the event loop in milliseconds, without time in which other processes had the core. */
  longestMs: number;
  /** The most work in one block. The rest was waiting for the disk. */
  longestWorkMs: number;
  /** Including time in which other processes had the core. */
  longestWallMs: number;
  /** The number of blocks longer than 50 ms, without time in which other processes had the core. */
  tooLong: number;
}

const TOO_LONG_MS = 50;

interface SeenPause {
  until: number;
  heldMs: number;
  ownMs: number;
  ranMs: number;
}

/**
 * Lets a server recover payments, follow settlements and purge every two seconds until `isDone`. Returns the blocks of its event loop.
 * @param ms minimum duration of the measurement
 */
async function watchRounds(store: FilledStore, ms: number, isDone: () => Promise<boolean>): Promise<Pauses> {
  const site = await store.start({ preload: [HASTEN], env: { BENCH_WATCH: 'on' } });
  const readyAt = Date.now();
  try {
    await pause(ms);
    while (!(await isDone())) await pause(1_000);
    const pauses = (await site.ask<SeenPause[]>('pauses')).filter(
      ({ until, heldMs }) => until - heldMs > readyAt - TOO_LONG_MS,
    );
    return {
      longestMs: Math.max(0, ...pauses.map(({ ownMs }) => ownMs)),
      longestWorkMs: Math.max(0, ...pauses.map(({ ranMs }) => ranMs)),
      longestWallMs: Math.max(0, ...pauses.map(({ heldMs }) => heldMs)),
      tooLong: pauses.filter(({ ownMs }) => ownMs > TOO_LONG_MS).length,
    };
  } finally {
    await site.stop();
  }
}

const FEW = 10;
const MANY = 1_000_000;
const MANY_QUICKLY = 20_000;
const UNKNOWN = 1_000;

interface GrowthFigures {
  requests: Record<string, PageFigures[]>;
  pauses: Record<string, Pauses>;
  replicas: ReplicaFigures[];
  commits: CommitFigures[];
}

/** Measures requests and periodic rounds on a large store, and pages with more processes. */
export async function benchGrowth({ isQuick }: BenchOptions, write: (text: string) => void): Promise<GrowthFigures> {
  const many = isQuick ? MANY_QUICKLY : MANY;
  const figures: GrowthFigures = { requests: {}, pauses: {}, replicas: [], commits: [] };
  const postgres = findPostgres() ? await startPostgres() : undefined;
  if (!postgres) write('This machine has no Postgres: only SQLite is measured.\n');
  try {
    figures.commits = await measureCommits(isQuick ? 160 : 1_600);
    write(`\nA write of a session on SQLite\n\n${writeCommits(figures.commits)}\n`);
    for (const [name, serverUrl] of [
      ['SQLite', undefined] as const,
      ...(postgres ? [['Postgres', postgres.url] as const] : []),
    ]) {
      const small = await makeFilledStore('few', serverUrl, { sessions: FEW, expiredSessions: 0, paid: 0, unknown: 0 });
      const size: Size = { sessions: many, expiredSessions: many / 10, paid: many / 10, unknown: UNKNOWN };
      const large = await makeFilledStore('many', serverUrl, size);
      figures.requests[name] = await compareSizes(small, large, isQuick);
      write(
        `\n${name}: CPU ms per request with ${FEW} and with ${many} sessions\n\n${writeSizes(figures.requests[name])}\n`,
      );
      figures.pauses[name] = await watchRounds(large, isQuick ? 10_000 : 60_000, () => isPurged(large));
      write(
        `\n${name}: event-loop pauses while rounds handle ${many} sessions, ${many / 10} payments and ${UNKNOWN} unknown outcomes, and purge ${many / 10} sessions\n\n`,
      );
      write(`${writePauses(figures.pauses[name])}\n`);
      if (serverUrl) {
        for (const count of [1, 2, 3, 1, 2, 3])
          figures.replicas.push(await measureReplicas(small, count, isQuick ? 2_000 : 10_000));
        write(
          `\nReplicas on one Postgres, which shares the cores with them and the load\n\n${writeReplicas(figures.replicas)}\n`,
        );
      }
      small.remove();
      large.remove();
    }
    return figures;
  } finally {
    await postgres?.stop();
  }
}

async function isPurged(store: FilledStore): Promise<boolean> {
  const database = await store.open('reading');
  const isLeft = await database.hasRow(`select 1 from sessions where expires_at <= '2021' limit 1`);
  await database.close();
  return !isLeft;
}

async function compareSizes(small: FilledStore, large: FilledStore, isQuick: boolean): Promise<PageFigures[]> {
  const sites = [await small.start({ name: 'few' }), await large.start({ name: 'many' })];
  try {
    const candidates = await Promise.all(
      sites.map(async (process) => ({
        process,
        requests: (await prepareRequests(process.origin)).filter(({ screen }) => screen === 'step1'),
      })),
    );
    return await measurePages(
      candidates,
      true,
      isQuick ? { rounds: 3, requests: 40, warmUp: 40 } : { rounds: 9, requests: 100, warmUp: 150 },
    );
  } finally {
    for (const site of sites) await site.stop();
  }
}

function writeSizes(figures: readonly PageFigures[]): string {
  const rows = figures.map(({ screen, answer, of }) => {
    const few = of.few?.cpuMs ?? [];
    const many = of.many?.cpuMs ?? [];
    return [
      `${screen}, ${answer}`,
      writeMs(spreadOf(few).median),
      writeMs(spreadOf(many).median),
      writeSpread(ratiosOf(many, few)),
    ];
  });
  return writeTable(['request', 'few', 'many', 'many ÷ few'], rows);
}

function writePauses({ longestMs, longestWorkMs, longestWallMs, tooLong }: Pauses): string {
  return writeTable(
    ['longest pause, ms', 'most work in one, ms', 'with waiting for the core', 'longer than 50 ms'],
    [[writeMs(longestMs), writeMs(longestWorkMs), writeMs(longestWallMs), String(tooLong)]],
  );
}

function writeReplicas(figures: readonly ReplicaFigures[]): string {
  return writeTable(
    ['replicas', 'pages per second', 'CPU ms per page, only replicas', 'cores idle'],
    figures.map(({ replicas, pagesPerSecond, cpuMs, idle }) => [
      String(replicas),
      pagesPerSecond.toFixed(0),
      writeMs(cpuMs),
      `${(idle * 100).toFixed(0)} %`,
    ]),
  );
}

function writeCommits(figures: readonly CommitFigures[]): string {
  return writeTable(
    ['way', 'survives a power failure', 'blocks the loop, ms', 'p99', 'CPU ms per write'],
    figures.map(({ way, isDurable, heldMs, heldP99Ms, cpuMs }) => [
      way,
      isDurable ? 'yes' : 'no',
      heldMs.toFixed(3),
      heldP99Ms.toFixed(3),
      cpuMs.toFixed(3),
    ]),
  );
}
