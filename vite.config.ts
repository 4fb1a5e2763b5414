import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';

const appFolder = fileURLToPath(new URL('./app', import.meta.url));

/**
 * Makes `server.ts` the entry of the server build, so that one bundle holds Express and the routes and they share modules.
 * Without it Vite builds Remix's stock bundle, which exits at once.
 */
const serverEntry: Plugin = {
  name: 'server-entry',
  enforce: 'post',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild ? { build: { rollupOptions: { input: './server.ts' } } } : undefined,
};

export default defineConfig({
  base: '/app/join/',
  resolve: { alias: { '~': appFolder } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  plugins: [
    remix({
      basename: '/app/join/',
      ignoredRouteFiles: ['**/*.test.ts', '**/*.test.tsx'],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: false,
      },
    }),
    serverEntry,
  ],
});
