import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';

const appFolder = fileURLToPath(new URL('./app', import.meta.url));

/** Packages of hundreds of small files: in the bundle they are read at once, which is a quarter of what a start takes. */
const IN_THE_BUNDLE = ['kysely', 'libphonenumber-js', 'zod', /^@orpc\//, /^@conform-to\//];

/**
 * Makes `server.ts` the entry of the server build, so that one bundle holds Express and the routes and they share modules.
 * Without it Vite builds Remix's stock bundle, which exits at once.
 */
const serverEntry: Plugin = {
  name: 'server-entry',
  enforce: 'post',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? { build: { rollupOptions: { input: './server.ts' } }, ssr: { noExternal: IN_THE_BUNDLE } }
      : undefined,
};

/**
 * The screens that an invited co-parent shares with parent A, at addresses of their own (app/journeys/journey-for-path.ts says whose an
 * address is).
 */
const SHARED_SCREENS = {
  'invite/packages': 'step3',
  'invite/choose-your-own': 'alacarte',
};
const SHARED_VIEWS = {
  billing: 'payment.billing/route',
  method: 'payment.method/route',
  review: 'payment.review/route',
  ':wallet/return': 'payment.$wallet.return',
  ':wallet/cancel': 'payment.$wallet.cancel',
};

const PREACT: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
};

/** The browser runs `app/enhance` on Preact, a tenth of React's bytes. The server renders with React as ever. */
const preactInTheBrowser: Plugin = {
  name: 'preact-in-the-browser',
  enforce: 'pre',
  resolveId(source, importer, { ssr }) {
    const replacement = ssr ? undefined : PREACT[source];
    return replacement && this.resolve(replacement, importer, { skipSelf: true });
  },
};

/** Nothing is hydrated, so what Remix would build of each route for the browser stays empty: nobody loads it. */
const noRoutesInTheBrowser: Plugin = {
  name: 'no-routes-in-the-browser',
  enforce: 'post',
  transform: (_code, id) =>
    id.endsWith('?__remix-build-client-route') ? { code: 'export {};', map: null } : undefined,
};

const compress = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Lays a compressed copy beside each asset, once, so that nothing is compressed while somebody waits (static-assets.server.ts). */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const assets = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css|svg)$/.test(fileName));
    for (const asset of assets) {
      const bytes = Buffer.from(asset.type === 'chunk' ? asset.code : asset.source);
      for (const [ending, pack] of Object.entries(compress)) {
        await writeFile(`${dir}/${asset.fileName}${ending}`, await pack(bytes));
      }
    }
  },
};

/** What stands for a module in a list that is the same on every machine: its path in the checkout, or in its package. */
function nameOf(moduleId: string): string {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '');
  return /.*\/node_modules\/(.+)/.exec(path)?.[1] ?? path.replace(fileURLToPath(new URL('./', import.meta.url)), '');
}

/** Writes down what each of the browser's scripts is made of, loads, and hashes to (app/commands/operate/listed-scripts.ts reads it). */
const listedScripts: Plugin = {
  name: 'listed-scripts',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const scripts = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const { fileName: file, facadeModuleId, moduleIds, imports, dynamicImports, code } = chunk;
      const modules = [...new Set(moduleIds.map(nameOf))];
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      const entry = facadeModuleId === null ? null : nameOf(facadeModuleId);
      return [{ file, entry, modules, loads: [...imports, ...dynamicImports], integrity }];
    });
    await writeFile(`${dir}/../scripts.json`, `${JSON.stringify(scripts, null, 1)}\n`);
  },
};

export default defineConfig({
  base: '/app/join/',
  resolve: { alias: { '~': appFolder } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  plugins: [
    preactInTheBrowser,
    remix({
      basename: '/app/join/',
      ignoredRouteFiles: ['**/*.test.ts', '**/*.test.tsx'],
      routes: (define) =>
        define((route) => {
          for (const [path, screen] of Object.entries(SHARED_SCREENS)) {
            route(path, `routes/${screen}/route.tsx`, { id: path });
          }
          route('invite/payment', 'routes/payment/route.tsx', { id: 'invite/payment' }, () => {
            route('', 'routes/payment._index.tsx', { index: true, id: 'invite/payment/index' });
            for (const [path, view] of Object.entries(SHARED_VIEWS)) {
              route(path, `routes/${view}.tsx`, { id: `invite/payment/${path}` });
            }
          });
        }),
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: false,
      },
    }),
    serverEntry,
    noRoutesInTheBrowser,
    precompressed,
    listedScripts,
  ],
});
