import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../bench-options';
import { expectSameBytes, prepareComparisons } from '../comparisons/start-comparisons';
import { openConnections } from '../load/send-requests';
import { recordScreens } from '../pages/record-screens';
import { prepareRequests, type ScreenRequest } from '../pages/screen-requests';
import { spreadOf } from '../report/statistics';
import { writeMegabytes, writeMs, writeSpread, writeTable } from '../report/write-table';
import type { MeasuredProcess } from './measured-process';
import { startSite } from './site';

interface Footprint {
  startMs: number[];
  startCpuMs: number[];
  /** Bytes, before the first page. */
  rssAtStart: number;
  /** After the load. */
  rss: number;
  maxRss: number;
}

const LOAD = { connections: 4, isCompressed: true };

/** Measures the start time on an existing store, and the memory after a minute of pages and invalid forms. */
export async function benchFootprint({ isQuick, base }: BenchOptions, write: (text: string) => void) {
  const recorded = await recordScreens();
  const folders = ['ours', 'base'].map((name) => mkdtempSync(join(tmpdir(), `joinery-bench-${name}-`)));
  const [ours, ofBase] = folders;
  try {
    const comparisons = await prepareComparisons(recorded.file);
    const starts: Record<string, () => Promise<MeasuredProcess>> = {
      ours: () => startSite({ name: 'ours', dataDir: ours }),
      ...(base && { base: () => startSite({ name: 'base', bundle: base, dataDir: ofBase }) }),
      ...comparisons,
    };
    const figures: Record<string, Footprint> = {};
    const started: Record<string, MeasuredProcess[]> = {};
    // The first start creates the tables.
    for (const start of Object.values(starts)) await (await start()).stop();
    for (let round = 0; round < (isQuick ? 3 : 9); round++)
      for (const [name, start] of Object.entries(starts)) {
        const process = await start();
        await process.stop();
        (started[name] ??= []).push(process);
      }
    let requests: ScreenRequest[] = [];
    for (const [name, start] of Object.entries(starts)) {
      const process = await start();
      const { rss: rssAtStart } = await process.usage();
      if (name in comparisons) await expectSameBytes(process, recorded.screens);
      // The comparisons serve the requests prepared for our server, and ignore cookies.
      else requests = await prepareRequests(process.origin);
      const connections = openConnections(process.origin, LOAD);
      await connections.sendFor(requests, isQuick ? 15_000 : 60_000);
      await connections.close();
      const { rss, maxRss } = await process.usage();
      await process.stop();
      const own = started[name] ?? [];
      const [startMs, startCpuMs] = [own.map((one) => one.startMs), own.map((one) => one.startCpuMs)];
      figures[name] = { startMs, startCpuMs, rssAtStart, rss, maxRss };
    }
    write(`\nStart, and memory after ${isQuick ? '15 s' : 'a minute'} of load\n\n${writeFootprints(figures)}\n`);
    return figures;
  } finally {
    recorded.remove();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

function writeFootprints(figures: Record<string, Footprint>): string {
  const head = ['process', 'start s, wall', 'start ms, CPU', 'MB at the start', 'MB after the load', 'MB at most'];
  const rows = Object.entries(figures).map(([name, { startMs, startCpuMs, rssAtStart, rss, maxRss }]) => [
    name,
    writeSpread(spreadOf(startMs.map((ms) => ms / 1000))),
    writeMs(spreadOf(startCpuMs).median),
    writeMegabytes(rssAtStart),
    writeMegabytes(rss),
    writeMegabytes(maxRss),
  ]);
  return writeTable(head, rows);
}
