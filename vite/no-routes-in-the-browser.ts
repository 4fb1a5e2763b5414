import type { Plugin } from 'vite';

/** Nothing is hydrated, so the browser builds of the routes would never be loaded. */
export const noRoutesInTheBrowser: Plugin = {
  name: 'no-routes-in-the-browser',
  enforce: 'post',
  transform: (_code, id) =>
    id.endsWith('?__remix-build-client-route') ? { code: 'export {};', map: null } : undefined,
};
