import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { findPostgres } from '~tests/servers/find-postgres.mjs';
import { startPostgres } from '~tests/servers/postgres';
import { walkTo } from '~tests/walks/walk-parent';
import type { BenchOptions } from '../bench-options';
import type { MeasuredProcess } from '../process/measured-process';
import { startSite } from '../process/site';
import { ratiosOf, spreadOf } from '../report/statistics';
import { writeMs, writeSpread, writeTable } from '../report/write-table';
import { timeByPart, type CpuProfile } from './profile-parts';

interface JourneyFigures {
  /** CPU milliseconds per journey, one figure per round. */
  cpuMs: number[];
  /** The share of the main thread; undefined if the machine does not report it. */
  mainThreadMs: number | undefined;
  /** Milliseconds per journey on the main thread, by part. */
  parts: Record<string, number>;
}

/** Measures parents' journeys from step 1 to the receipt: the server's CPU time, and its parts. */
export async function benchJourneys({ isQuick, base }: BenchOptions, write: (text: string) => void) {
  const [rounds, journeys] = isQuick ? [3, 5] : [9, 10];
  const postgres = findPostgres() ? await startPostgres() : undefined;
  const running: MeasuredProcess[] = [];
  try {
    running.push(await startSite({ name: 'ours' }));
    if (postgres) running.push(await startSite({ name: 'ours on Postgres', databaseUrl: postgres.url }));
    if (base) running.push(await startSite({ name: 'base', bundle: base }));
    for (const { origin } of running) await walk(origin, 2 * journeys);
    const figures: Record<string, JourneyFigures> = {};
    const taken = new Map(
      running.map(({ name }) => [name, [] as { cpuMs: number; mainThreadMs: number | undefined }[]]),
    );
    for (let round = 0; round < rounds; round++)
      for (const process of round % 2 === 0 ? running : running.toReversed())
        taken.get(process.name)?.push(await measure(process, journeys));
    for (const process of running) {
      const own = taken.get(process.name) ?? [];
      const onMain = own.flatMap(({ mainThreadMs }) => mainThreadMs ?? []);
      const mainThreadMs = onMain.length > 0 ? spreadOf(onMain).median : undefined;
      const parts = await profile(process, journeys * 2);
      figures[process.name] = { cpuMs: own.map(({ cpuMs }) => cpuMs), mainThreadMs, parts };
    }
    write(`\nA parent's journey from step 1 to the receipt\n\n${writeJourneys(figures)}\n\n${writeParts(figures)}\n`);
    return figures;
  } finally {
    for (const process of running) await process.stop();
    await postgres?.stop();
  }
}

async function walk(origin: string, journeys: number): Promise<void> {
  for (let journey = 0; journey < journeys; journey++)
    await walkTo(new PlainBrowser(origin), 'receipt', parentOfMinnesota());
}

async function measure(process: MeasuredProcess, journeys: number) {
  const before = await process.usage();
  await walk(process.origin, journeys);
  const after = await process.usage();
  const onMain = (after.mainThreadMs ?? NaN) - (before.mainThreadMs ?? NaN);
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / journeys,
    mainThreadMs: Number.isNaN(onMain) ? undefined : onMain / journeys,
  };
}

/** Runs in a separate round, because profiling costs time. */
async function profile(process: MeasuredProcess, journeys: number): Promise<Record<string, number>> {
  await process.ask('startProfile');
  await walk(process.origin, journeys);
  const times = timeByPart(await process.ask<CpuProfile>('stopProfile'));
  const sorted = [...times].sort(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.map(([part, microseconds]) => [part, microseconds / 1000 / journeys]));
}

function writeJourneys(figures: Record<string, JourneyFigures>): string {
  const { ours } = figures;
  const rows = Object.entries(figures).map(([name, { cpuMs, mainThreadMs }]) => [
    name,
    writeSpread(spreadOf(cpuMs)),
    mainThreadMs === undefined ? '–' : writeMs(mainThreadMs),
    ours && name !== 'ours' ? writeSpread(ratiosOf(ours.cpuMs, cpuMs)) : '–',
  ]);
  return writeTable(['server', 'CPU ms per journey', 'of them on the main thread', 'ours ÷ this'], rows);
}

/** Shares of the profile in wall time, which includes waiting for the disk in a commit and for a core in use by other processes. */
function writeParts(figures: Record<string, JourneyFigures>): string {
  const names = Object.keys(figures);
  const parts = Object.keys(figures.ours?.parts ?? {});
  const totals = names.map((name) => Object.values(figures[name]?.parts ?? {}).reduce((sum, ms) => sum + ms, 0));
  const rows = parts.map((part) => [
    part,
    ...names.map((name, index) => `${(((figures[name]?.parts[part] ?? 0) / (totals[index] ?? 1)) * 100).toFixed(1)} %`),
  ]);
  return writeTable(['part of the main thread', ...names], rows);
}
