import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { readBasePath } from './app/commands/run/base-path.mjs';
import { SHARED_ROUTES } from './app/routes.shared';
import { builtCommit } from './vite/built-commit';
import { collectableFields } from './vite/collectable-fields';
import { listedScripts } from './vite/listed-scripts';
import { noDataForTheBrowser, noRoutesInTheBrowser } from './vite/nothing-is-hydrated';
import { preactInTheBrowser } from './vite/preact-in-the-browser';
import { precompressed } from './vite/precompressed';
import { recordedBasePath } from './vite/recorded-base-path';
import { scriptGroups } from './vite/script-groups';
import { serverEntry } from './vite/server-entry';
import { serverSourceMaps } from './vite/server-source-maps';

const basePath = readBasePath(process.env);

export default defineConfig({
  base: `${basePath}/`,
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  plugins: [
    preactInTheBrowser,
    collectableFields,
    remix({
      basename: `${basePath}/`,
      ignoredRouteFiles: ['**/*.test.ts', '**/*.test.tsx'],
      routes: () => Object.fromEntries(SHARED_ROUTES.map((route) => [route.id, route])),
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: false,
      },
    }),
    scriptGroups,
    serverEntry,
    serverSourceMaps,
    builtCommit,
    noRoutesInTheBrowser,
    noDataForTheBrowser,
    precompressed,
    listedScripts,
    recordedBasePath(basePath),
  ],
});
