import { cpus } from 'node:os';
import { openConnections } from '../load/send-requests';
import { takeAllCores, takeSecondCore } from '../process/cores';
import { prepareRequests } from '../pages/screen-requests';
import type { FilledStore } from './sites';

export interface ReplicaFigures {
  replicas: number;
  /** Pages a second of all together. */
  pagesPerSecond: number;
  /** CPU milliseconds a page, of the replicas alone. */
  cpuMs: number;
  /** Share of the machine's cores that nobody used. */
  idle: number;
}

/** So many processes on one database, each asked by four at a time, with all cores of the machine for them and the load; Postgres has the second alone. */
export async function measureReplicas(store: FilledStore, replicas: number, ms: number): Promise<ReplicaFigures> {
  takeAllCores();
  const sites = await Promise.all(
    Array.from({ length: replicas }, (_, index) => store.start({ name: `replica ${index + 1}`, isUnpinned: true })),
  );
  try {
    const [first] = sites;
    if (!first) throw new Error('There is no replica');
    // Cookies do not tell ports apart, and the replicas share their secret.
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
