import { startPostgres } from '~tests/servers/postgres';
import { findPostgres } from '~tests/servers/find-postgres.mjs';
import { expectSameBytes, prepareComparisons } from '../comparisons/start-comparisons';
import type { BenchOptions } from '../bench-options';
import type { MeasuredProcess } from '../process/measured-process';
import { startSite } from '../process/site';
import { ratiosOf, spreadOf } from '../report/statistics';
import { writeMs, writeSpread, writeTable } from '../report/write-table';
import { measurePages, type Candidate, type Effort, type PageFigures } from './measure-pages';
import { recordScreens } from './record-screens';
import { prepareRequests } from './screen-requests';

/** V8 finishes compiling after about 5,000 requests. Until then a page costs up to twice as much, depending on the amount of code. */
const EFFORT: Effort = { rounds: 9, requests: 60, warmUp: 600 };
const QUICK: Effort = { rounds: 5, requests: 25, warmUp: 400 };

/** Measures CPU and wall time per request of the heaviest screens, with and without compression, next to the floor and the bare app. */
export async function benchPages({ isQuick, base }: BenchOptions, write: (text: string) => void) {
  const recorded = await recordScreens();
  const postgres = findPostgres() ? await startPostgres() : undefined;
  if (!postgres) write('This machine has no Postgres: only SQLite is measured.\n');
  const running: MeasuredProcess[] = [];
  const run = async <Started extends MeasuredProcess>(starting: Promise<Started>): Promise<Started> => {
    const started = await starting;
    running.push(started);
    return started;
  };
  try {
    const comparisons = await prepareComparisons(recorded.file);
    const ours: Candidate[] = [];
    const sites = [
      { name: 'ours' },
      ...(postgres ? [{ name: 'ours on Postgres', databaseUrl: postgres.url }] : []),
      ...(base ? [{ name: 'base', bundle: base }] : []),
    ];
    for (const site of sites) {
      const started = await run(startSite(site));
      ours.push({ process: started, requests: await prepareRequests(started.origin) });
    }
    const requests = ours[0]?.requests ?? [];
    const others: Candidate[] = [];
    for (const start of Object.values(comparisons)) {
      const process = await run(start());
      await expectSameBytes(process, recorded.screens);
      others.push({ process, requests });
    }
    const effort = isQuick ? QUICK : EFFORT;
    const figures: PageFigures[] = [];
    for (const isCompressed of [true, false]) {
      // In the second pass the processes are warm.
      const measured = await measurePages([...ours, ...others], isCompressed, {
        ...effort,
        warmUp: isCompressed ? effort.warmUp : 20,
      });
      figures.push(...measured);
      write(
        `\nPages, ${isCompressed ? 'compressed with Brotli' : 'not compressed'}: CPU time per request, and wall time with four concurrent requests\n\n`,
      );
      write(`${writePages(measured)}\n`);
    }
    return figures;
  } finally {
    for (const process of running) await process.stop();
    await postgres?.stop();
    recorded.remove();
  }
}

function writePages(figures: readonly PageFigures[]): string {
  const hasBase = figures.some(({ of }) => of.base);
  const head = [
    'request',
    'ours ms',
    'on Postgres',
    'bare ms',
    'floor ms',
    'ours ÷ bare',
    'ours ÷ floor',
    'p50, p99 ms',
    'bare p50, p99',
    'bytes',
  ];
  const rows = figures.map(({ screen, answer, of }) => {
    const { ours, base, floor } = of;
    const bare = of['bare Remix'];
    if (!ours || !bare || !floor) throw new Error('A candidate is missing');
    const cpu = (name: string) => (of[name] ? writeMs(spreadOf(of[name].cpuMs).median) : '–');
    return [
      `${answer === 'page' ? 'GET' : 'POST'} ${screen}${answer === 'page' ? '' : `, ${answer}`}`,
      cpu('ours'),
      cpu('ours on Postgres'),
      cpu('bare Remix'),
      cpu('floor'),
      writeSpread(ratiosOf(ours.cpuMs, bare.cpuMs)),
      writeSpread(ratiosOf(ours.cpuMs, floor.cpuMs)),
      `${writeMs(ours.p50Ms)}, ${writeMs(ours.p99Ms)}`,
      `${writeMs(bare.p50Ms)}, ${writeMs(bare.p99Ms)}`,
      String(ours.bytes),
      ...(base ? [writeSpread(ratiosOf(ours.cpuMs, base.cpuMs))] : []),
    ];
  });
  return writeTable(hasBase ? [...head, 'ours ÷ base'] : head, rows);
}
