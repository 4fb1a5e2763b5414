import type { Plugin, UserConfig } from 'vite';

/**
 * Packages that are not bundled: native ones, rarely used ones, and those with large character tables that the server does not read. All
 * others are bundled, because loading hundreds of small files takes a third of the start.
 */
const EXTERNAL_PACKAGES = [
  '@node-rs/argon2',
  'libsql',
  '@segment/analytics-node',
  'braintree',
  'nodemailer',
  'pg',
  'undici',
  'body-parser',
  'raw-body',
];

export const SERVER_PACKAGES = {
  ssr: { noExternal: true, external: EXTERNAL_PACKAGES },
  // Excludes React's development build, whatever NODE_ENV is at run time.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Remix requires this package in `installGlobals`, which is never called. Converted to an import, it would be loaded at each start.
  build: { commonjsOptions: { ignore: ['undici'] } },
} satisfies UserConfig;

/** One bundle for Express and the routes, so that they share modules. Remix's default bundle would exit at once. */
export const serverEntry: Plugin = {
  name: 'server-entry',
  enforce: 'post',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? {
          ...SERVER_PACKAGES,
          build: { ...SERVER_PACKAGES.build, rollupOptions: { input: './server.ts' } },
          // V8 stores a file with two bytes per character if it contains a single character beyond Latin-1, such as a dash.
          esbuild: { charset: 'ascii' },
        }
      : undefined,
};
