import type { Plugin } from 'vite';

const ROUTE = /\?__remix-build-client-route$/;

/**
 * The browser builds of the routes would never be loaded, because nothing is hydrated: they are emptied, and their files are not written.
 * Remix still finds each route in Vite's manifest, which is written before.
 */
export const noRoutesInTheBrowser: Plugin = {
  name: 'no-routes-in-the-browser',
  enforce: 'post',
  transform: (_code, id) => (ROUTE.test(id) ? { code: 'export {};', map: null } : undefined),
  // Rollup warns of each.
  onLog: (_level, { code }) => (code === 'EMPTY_BUNDLE' ? false : undefined),
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, chunk] of Object.entries(bundle)) {
        if (chunk.type === 'chunk' && ROUTE.test(chunk.facadeModuleId ?? '')) delete bundle[fileName];
      }
    },
  },
};
