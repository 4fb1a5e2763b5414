import type { RecordedScreen } from './recorded-screen';
import { BUNDLE } from '~tests/servers/run-bundle';
import { imageSettings } from '../process/image-settings';
import { startMeasured, type MeasuredProcess } from '../process/measured-process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SERVER_PACKAGES } from '../../../vite/server-entry';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = `${ROOT}node_modules/.cache/bench`;

/** Builds the comparisons as our server is built, with React's production build and the same bundled packages. @returns the scripts */
async function buildComparisons(): Promise<{ floor: string; bareRemix: string }> {
  await build({
    root: ROOT,
    base: '/app/join/',
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    resolve: { alias: { '~': `${ROOT}app` } },
    ...SERVER_PACKAGES,
    build: {
      ...SERVER_PACKAGES.build,
      ssr: true,
      target: 'es2022',
      outDir: FOLDER,
      emptyOutDir: true,
      rollupOptions: {
        input: {
          floor: `${ROOT}tests/bench/comparisons/floor.tsx`,
          'bare-remix': `${ROOT}tests/bench/comparisons/bare-remix.tsx`,
        },
      },
    },
  });
  return { floor: `${FOLDER}/floor.js`, bareRemix: `${FOLDER}/bare-remix.js` };
}

export type Comparison = 'floor' | 'bare Remix';

/** Prepares the scripts of the comparisons, with the recorded screens. */
export async function prepareComparisons(
  recordedFile: string,
): Promise<Record<Comparison, () => Promise<MeasuredProcess>>> {
  const { floor, bareRemix } = await buildComparisons();
  const env = imageSettings(BUNDLE);
  return {
    floor: () => startMeasured({ name: 'floor', script: [floor, recordedFile], env }),
    'bare Remix': () => startMeasured({ name: 'bare Remix', script: [bareRemix, recordedFile], env }),
  };
}

/** React's markers around a suspended part. Remix's document contains an empty one. */
const EMPTY_SUSPENSE = '<!--$--><!--/$-->';

/** @throws Error if a comparison renders a different page, because its costs are then not comparable */
export async function expectSameBytes(comparison: MeasuredProcess, screens: readonly RecordedScreen[]): Promise<void> {
  for (const { name, page } of screens) {
    const answer = await fetch(`${comparison.origin}/app/join/${name}`);
    const html = (await answer.text()).replace('<!DOCTYPE html>', '');
    if (withoutMarks(html) === withoutMarks(page.html)) continue;
    throw new Error(
      `${comparison.name} returned ${answer.status} and a different page for ${name}:\n${html.slice(0, 500)}`,
    );
  }
}

function withoutMarks(html: string): string {
  return html.replaceAll(EMPTY_SUSPENSE, '');
}
