import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOptions, USAGE, type BenchOptions, type Part } from './bench-options';
import { benchFloods } from './floods/floods';
import { benchGrowth } from './growth/growth';
import { benchJourneys } from './journeys/journeys';
import { benchPages } from './pages/pages';
import { benchPaint } from './paint/paint';
import { takeSecondCore } from './process/cores';
import { benchFootprint } from './process/footprint';
import { describeMachine, writeMachine } from './report/machine';

const write = (text: string) => void process.stdout.write(text);

/** @param args of the command line */
export async function runBench(args: string[]): Promise<void> {
  const options = parseOptions(args);
  if (!options) return;
  // Started processes end with this process, which a signal would end without cleanup.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const machine = describeMachine();
  write(`${writeMachine(machine)}\n`);
  takeSecondCore();
  const figures: Record<string, unknown> = { machine };
  const parts: Record<Part, (given: BenchOptions, to: typeof write) => Promise<unknown>> = {
    pages: benchPages,
    footprint: benchFootprint,
    journeys: benchJourneys,
    paint: benchPaint,
    growth: benchGrowth,
    floods: benchFloods,
  };
  mkdirSync(dirname(options.jsonFile), { recursive: true });
  for (const part of options.parts) {
    const bench = parts[part];
    figures[part] = await bench(options, write);
    writeFileSync(options.jsonFile, `${JSON.stringify(figures, null, 2)}\n`);
  }
  write(`\nFigures: ${options.jsonFile}\n`);
}

function parseOptions(args: string[]): BenchOptions | undefined {
  try {
    const options = readOptions(args);
    if (!options) write(`${USAGE}\n`);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    process.exitCode = 2;
    return undefined;
  }
}
