import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { startBraintreeServer, startFakeGateway } from '~tests/servers/braintree-server';
import { walkTo } from '~tests/walks/walk-parent';

/** Packages that the product owner requires, and that run on the server. */
const ON_THE_SERVER = [
  '@remix-run/express',
  '@remix-run/node',
  '@remix-run/react',
  'braintree',
  'express',
  'react',
  'react-dom',
  'remix-i18next',
  'remix-utils',
];

/** Packages that a single function represents. */
const BY_FUNCTION = { '@conform-to/react': 'useForm', '@conform-to/zod': 'parseWithZod', zod: 'safeParse' };

const PACKAGE = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/;

interface Coverage {
  result: {
    url: string;
    functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'joinery-coverage-'));
/** Names of the functions in the built server that ran. */
const bundled = new Set<string>();
let beforeRequests: Map<string, number>;
let afterRequests: Map<string, number>;

/** Starts a server, sends requests, and counts by package the functions that ran. */
async function countFunctions(name: string, work: (url: string) => Promise<void>): Promise<Map<string, number>> {
  const fake = await startFakeGateway();
  const target = join(folder, name);
  const server = await startBraintreeServer(fake, { env: { NODE_V8_COVERAGE: target } });
  await work(server.url);
  expect(await server.stop()).toBe(0);
  await fake.close();
  const counts = new Map<string, number>();
  for (const file of readdirSync(target)) {
    const { result } = JSON.parse(readFileSync(join(target, file), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      const ran = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
      if (url.includes('/build/server/')) for (const { functionName } of ran) bundled.add(functionName);
      const fileAt = sourcesOf(url);
      for (const { ranges } of ran) {
        const found = PACKAGE.exec(fileAt(ranges[0]?.startOffset ?? 0))?.[1];
        if (found) counts.set(found, (counts.get(found) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** @returns a function that finds the source file of an offset in a script, by the source map of a bundled file */
function sourcesOf(url: string): (offset: number) => string {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!existsSync(`${file}.map`) || !file.includes('/build/server/')) return () => url;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  const code = readFileSync(file, 'utf8');
  return (offset) => {
    const before = code.slice(0, offset);
    const line = before.split('\n').length - 1;
    const found = map.findEntry(line, offset - before.lastIndexOf('\n') - 1);
    return 'originalSource' in found ? found.originalSource : url;
  };
}

beforeAll(async () => {
  beforeRequests = await countFunctions('started', () => Promise.resolve());
  afterRequests = await countFunctions('walked', async (url) => {
    await walkTo(new PlainBrowser(url), 'receipt', parentOfMinnesota());
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(ON_THE_SERVER)('runs %s in a request', (name) => {
  expect(afterRequests.get(name) ?? 0).toBeGreaterThan(beforeRequests.get(name) ?? 0);
});

it.each(Object.entries(BY_FUNCTION))('runs %s in a request, with %s', (_name, functionName) => {
  expect(bundled).toContain(functionName);
});

it('includes braintree-web in the script of the card fields', () => {
  const scripts = JSON.parse(readFileSync(join(import.meta.dirname, '../../build/scripts.json'), 'utf8')) as {
    modules: string[];
  }[];
  expect(scripts.flatMap(({ modules }) => modules).join('\n')).toContain('braintree-web/hosted-fields');
});
