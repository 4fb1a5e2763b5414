import type { Plugin } from 'vite';

/** Nothing is hydrated, so what Remix would build of each route for the browser stays empty: nobody loads it. */
export const noRoutesInTheBrowser: Plugin = {
  name: 'no-routes-in-the-browser',
  enforce: 'post',
  transform: (_code, id) =>
    id.endsWith('?__remix-build-client-route') ? { code: 'export {};', map: null } : undefined,
};
