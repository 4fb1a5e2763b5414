import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/*
 * Loads React's production build, as the built server does. A page takes a tenth less time than with the development build, which other
 * projects load, so that its warnings still fail tests. React selects a build when it is first loaded.
 */
const load = createRequire(import.meta.url);
const environment = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) load(name);
process.env.NODE_ENV = environment;

/*
 * Omits the data of pages for the browser, as the build does (vite/nothing-is-hydrated.ts). Remix would encode it, and keep it for five
 * seconds.
 */
const remix = dirname(load.resolve('@remix-run/server-runtime'));
const singleFetch = load(join(remix, 'single-fetch.js')) as { encodeViaTurboStream(): unknown };
singleFetch.encodeViaTurboStream = () => undefined;
