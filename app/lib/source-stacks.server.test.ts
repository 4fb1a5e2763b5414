import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { transformWithEsbuild } from 'vite';
import { nameSourcesInStacks } from './source-stacks.server';

const before = { prepareStackTrace: Error.prepareStackTrace, stackTraceLimit: Error.stackTraceLimit };
const folder = mkdtempSync(join(tmpdir(), 'source-stacks-'));

const SOURCE = `interface Nothing {
  here: true;
}

function failBecause(reason: string): never {
  throw new TypeError(reason);
}
failBecause;`;

beforeEach(nameSourcesInStacks);
afterEach(() => {
  Object.assign(Error, before);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a built file with a source map. */
async function build(name: string, changeMap: (map: string) => string | undefined = (map) => map, source = SOURCE) {
  const { code, map } = await transformWithEsbuild(source, `app/${name}.ts`, { sourcemap: 'external' });
  const url = pathToFileURL(join(folder, `${name}.js`)).href;
  const text = changeMap(JSON.stringify({ ...map, sources: [`../app/${name}.ts`] }));
  if (text !== undefined) writeFileSync(join(folder, `${name}.js.map`), text);
  return runInThisContext(code, { filename: url }) as (reason: string) => never;
}

function stackOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    return (error as Error).stack?.split('\n') ?? [];
  }
  return [];
}

it('names file and line of the source on every call', async () => {
  const failBecause = await build('mapped');
  for (const reason of ['it is late', 'it costs $& and $1']) {
    const [title, frame, caller] = stackOf(() => failBecause(reason));
    expect(title).toBe(`TypeError: ${reason}`);
    expect(frame).toMatch(/^ {4}at failBecause \(file:\/\/\S+\/app\/mapped\.ts:6:9\)$/);
    expect(caller).toMatch(/^ {4}at .*source-stacks\.server\.test\.ts:\d+/);
  }
});

it.each([
  ['missing', () => undefined],
  ['broken', () => '{'],
])('keeps the stack unchanged if the map is %s', async (name, changeMap) => {
  const failBecause = await build(name, changeMap);
  const [, frame] = stackOf(failBecause.bind(undefined, 'it is late'));
  expect(frame).toMatch(new RegExp(`^ {4}at failBecause \\(file://\\S+/${name}\\.js:2:9\\)$`));
});

it('reads no map for Node’s process report, which every start creates', async () => {
  const report = await build('reported', undefined, 'interface Nothing {}\n() => process.report.getReport()');
  const { javascriptStack } = (report as unknown as () => { javascriptStack: { stack: string[] } })();
  expect(javascriptStack.stack.join()).toContain('/reported.js:1:');
});

it('returns a stack for a read-only error', () => {
  const odd = Object.create(Error.prototype, { name: { value: Symbol('odd') } }) as Error;
  Error.captureStackTrace(odd);
  expect(odd.stack).toMatch(/^Error\n {4}at /);
});

it('keeps more frames than Node’s default', () => {
  const callDeeply = (depth: number): string[] =>
    depth === 0 ? stackOf(() => JSON.parse('{')) : callDeeply(depth - 1);
  expect(callDeeply(15).filter((line) => line.includes('callDeeply'))).toHaveLength(16);
});
