import type { MeasuredProcess } from '../process/measured-process';
import { openConnections, type Connections } from '../load/send-requests';
import { percentileOf } from '../report/statistics';
import type { ScreenRequest } from './screen-requests';

export interface Candidate {
  process: MeasuredProcess;
  requests: readonly ScreenRequest[];
}

export interface PageFigures {
  screen: string;
  answer: string;
  isCompressed: boolean;
  /** By the name of the process. */
  of: Record<string, { cpuMs: number[]; p50Ms: number; p99Ms: number; bytes: number }>;
}

export interface Effort {
  rounds: number;
  requests: number;
  warmUp: number;
}

/** Few, so each response waits for at most three others. */
const CONNECTIONS = 4;

/** Requests of each kind that a process serves per warm-up turn. */
const SLICE = 5;

/**
 * Sends every request to every process, in another order each round, so that other load of the machine affects all.
 * @returns CPU milliseconds per request, one figure per round
 */
export async function measurePages(
  candidates: readonly Candidate[],
  isCompressed: boolean,
  { rounds, requests: count, warmUp }: Effort,
): Promise<PageFigures[]> {
  const opened = candidates.map((candidate) => ({
    ...candidate,
    connections: openConnections(candidate.process.origin, { connections: CONNECTIONS, isCompressed }),
  }));
  // In turns, because a process that is idle for some seconds discards compiled code.
  for (let sent = 0; sent < warmUp; sent += SLICE)
    for (const { connections, requests } of opened) await connections.sendMany(requests, SLICE * requests.length);
  const kinds = candidates[0]?.requests ?? [];
  const figures: PageFigures[] = [];
  for (const [kind, { screen, answer }] of kinds.entries()) {
    const taken = opened.map(() => ({ cpuMs: [] as number[], latencies: [] as number[], bytes: 0 }));
    for (let round = 0; round < rounds; round++)
      for (const index of rotated([...opened.keys()], round)) {
        const { process, requests, connections } = opened[index]!;
        const { cpuMs, ...sent } = await measure(process, connections, requests[kind]!, count);
        const own = taken[index]!;
        own.cpuMs.push(cpuMs);
        own.latencies.push(...sent.latencies);
        own.bytes = sent.bytes;
      }
    const of = opened.map(({ process }, index) => {
      const { cpuMs, latencies, bytes } = taken[index]!;
      return [
        process.name,
        { cpuMs, p50Ms: percentileOf(latencies, 0.5), p99Ms: percentileOf(latencies, 0.99), bytes },
      ];
    });
    figures.push({ screen, answer, isCompressed, of: Object.fromEntries(of) });
  }
  for (const { connections } of opened) await connections.close();
  return figures;
}

async function measure(process: MeasuredProcess, connections: Connections, request: ScreenRequest, count: number) {
  const before = await process.usage();
  const sent = await connections.sendMany([request], count);
  const after = await process.usage();
  return { ...sent, cpuMs: (after.cpuMs - before.cpuMs) / count };
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
