import type { Plugin } from 'vite';

const ROUTE = /\?__remix-build-client-route$/;

/**
 * Empties the browser builds of the routes and does not write their files, because pages are not hydrated. Remix still finds each route in
 * Vite's manifest, which is written earlier.
 */
export const noRoutesInTheBrowser: Plugin = {
  name: 'no-routes-in-the-browser',
  enforce: 'post',
  transform: (_code, id) => (ROUTE.test(id) ? { code: 'export {};', map: null } : undefined),
  // Rollup warns about each empty bundle.
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
 * By default, Remix encodes the data of every page for the browser, and keeps it for five seconds in case it contains a pending promise.
 * Without a stream, `RemixServer` sends no data.
 */
export const noDataForTheBrowser: Plugin = {
  name: 'no-data-for-the-browser',
  transform(code, id) {
    if (!/@remix-run\/server-runtime\/dist\/esm\/single-fetch\.js$/.test(id)) return undefined;
    if (!ENCODER.test(code)) this.error('Remix encodes the data of pages in another place');
    return { code: code.replace(ENCODER, '$& return undefined;'), map: null };
  },
};
