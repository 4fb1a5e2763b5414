import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SERVER_PACKAGES } from '../../../vite/server-entry';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = `${ROOT}node_modules/.cache/bench`;

/** Built as our own server is: React's production half, the same packages in the bundle. @returns the scripts */
export async function buildComparisons(): Promise<{ floor: string; bareRemix: string }> {
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
