import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run bench -- [PART …] [--quick] [--base FOLDER] [--json FILE]

Measures the built server beside a floor and a bare Remix app. Parts, all but growth and floods by default:
  pages      CPU and wall a request of the heaviest screens, GET and POST, SQLite and Postgres
  footprint  start, and memory after a minute of load
  journeys   CPU a journey through to the receipt, and what it goes to
  paint      first paint of pages with their scripts and without, in Chromium
  growth     what 1,000,000 stored sessions, recovery, replicas and commits cost (takes a quarter of an hour)
  floods     bursts, four times capacity and 80 % of it: who is turned away, and how long visitors wait (12 minutes)

  --quick        fewer rounds: to see that something works, not to write figures down
  --base FOLDER  another checkout with its build, such as of an earlier commit, measured in the same rounds
  --json FILE    where the figures are written; node_modules/.cache/bench.json by default`;

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
