import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [PART …] [--quick] [--base FOLDER] [--json FILE]

Measures the built server next to a floor (the cheapest page) and a bare Remix app. Parts (default: all except growth and floods):
  pages      CPU and wall time per request of the heaviest screens, GET and POST, SQLite and Postgres
  footprint  start time, and memory after a minute of load
  journeys   CPU time per journey to the receipt, by part of the server
  paint      first paint of pages with and without their scripts, in Chromium
  growth     costs of 1,000,000 stored sessions, recovery, replicas and commits (15 minutes)
  floods     rejected visitors and waits in bursts, at four times capacity and at 80 % of it (12 minutes)

  --quick        fewer rounds, to check that a part works; do not publish these figures
  --base FOLDER  another built working copy, such as an earlier commit, measured in the same rounds
  --json FILE    the file for the figures (default: node_modules/.cache/bench.json)`;

const PARTS = ['pages', 'footprint', 'journeys', 'paint', 'growth', 'floods'] as const;
export type Part = (typeof PARTS)[number];
const ON_DEMAND: readonly Part[] = ['growth', 'floods'];

export interface BenchOptions {
  parts: readonly Part[];
  isQuick: boolean;
  /** The bundle of another working copy. */
  base: string | undefined;
  jsonFile: string;
}

/** @returns undefined for --help. @throws Error naming the invalid argument */
export function readOptions(args: string[]): BenchOptions | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      quick: { type: 'boolean' },
      base: { type: 'string' },
      json: { type: 'string' },
    },
  });
  if (values.help) return undefined;
  const parts = positionals.map((word) => {
    const part = PARTS.find((one) => one === word);
    if (!part) throw new Error(`Unknown part ${word}`);
    return part;
  });
  return {
    parts: parts.length > 0 ? parts : PARTS.filter((part) => !ON_DEMAND.includes(part)),
    isQuick: values.quick === true,
    base: values.base && `${values.base}/build/server/index.js`,
    jsonFile: values.json ?? 'node_modules/.cache/bench.json',
  };
}
