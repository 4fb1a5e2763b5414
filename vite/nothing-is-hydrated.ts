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

const ENCODER = /function encodeViaTurboStream\([^)]*\) \{/;

/**
 * Remix would encode the data of every page for the browser, and keep it for five seconds, in case a promise in it is still pending.
 * Without a stream, `RemixServer` sends nothing.
 */
export const noDataForTheBrowser: Plugin = {
  name: 'no-data-for-the-browser',
  transform(code, id) {
    if (!/@remix-run\/server-runtime\/dist\/esm\/single-fetch\.js$/.test(id)) return undefined;
    if (!ENCODER.test(code)) this.error('Remix encodes the data of pages in another place');
    return { code: code.replace(ENCODER, '$& return undefined;'), map: null };
  },
};
