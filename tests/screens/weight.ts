import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { get } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RecordedPage } from './recording';

/** Bytes of each screen in its heaviest state and language. */
export function weighScreens(pages: readonly RecordedPage[]): Record<string, number> {
  const heaviest: Record<string, number> = {};
  for (const { screen, page } of pages) {
    heaviest[screen] = Math.max(heaviest[screen] ?? 0, gzipSync(page.html).length);
  }
  return heaviest;
}

/** Enhancements by screen; a screen without any is left out. */
export function enhancementsOfScreens(pages: readonly RecordedPage[]): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const { screen, page } of pages) {
    for (const element of page.$('[data-enhance]').toArray())
      (found[screen] ??= new Set()).add(element.attribs['data-enhance']!);
  }
  return Object.fromEntries(Object.entries(found).map(([screen, names]) => [screen, [...names].sort()]));
}

interface BuiltScript {
  file: string;
  modules: string[];
  loads: string[];
}

const ENHANCEMENT = /^app\/enhance\/[^/]+[.]tsx$/;
/** What is loaded of a payment provider begins there. */
const PROVIDERS_OWN = /^app\/payments\/[^/]+\/browser\//;
const BUILD = new URL('../../build/', import.meta.url);

/**
 * Files that these enhancements load, and their gzipped bytes, without the provider's code.
 *
 * @throws where the build lacks an enhancement
 */
export function weighScripts(enhancements: readonly string[]): { files: readonly string[]; bytes: number } {
  const built = JSON.parse(readFileSync(new URL('scripts.json', BUILD), 'utf8')) as BuiltScript[];
  const startOf = (entry: string) => {
    const script = built.find((one) => one.modules.includes(entry));
    if (!script) throw new Error(`The build has no ${entry}`);
    return script;
  };
  const entry = startOf('app/entry.client.tsx');
  const found = new Set([entry]);
  const follow = (script: BuiltScript) => {
    if (found.has(script) || script.modules.some((name) => PROVIDERS_OWN.test(name))) return;
    found.add(script);
    for (const file of script.loads) follow(built.find((one) => one.file === file)!);
  };
  // The entry can load every enhancement, but loads only those of the page.
  const shared = entry.loads.map((file) => built.find((one) => one.file === file)!);
  shared.filter((script) => !script.modules.some((name) => ENHANCEMENT.test(name))).forEach(follow);
  for (const name of enhancements) follow(startOf(`app/enhance/${name}.tsx`));
  const files = [...found].map(({ file }) => file);
  const sizes = files.map((file) => readFileSync(fileURLToPath(new URL(`client/${file}.gz`, BUILD))).length);
  return { files, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The response, and its bytes on the wire in both encodings. */
export async function weighAnswer(address: string): Promise<{ html: string; gzip: number; br: number }> {
  const [gzip, br] = await Promise.all([fetchPacked(address, 'gzip'), fetchPacked(address, 'br, gzip')]);
  return { html: gunzipSync(gzip).toString(), gzip: gzip.length, br: br.length };
}

/** `fetch` would decompress it. */
function fetchPacked(address: string, coding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': coding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}
