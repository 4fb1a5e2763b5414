import type { Plugin, UserConfig } from 'vite';

/**
 * Packages that the server loads by name: native ones, rarely used ones, and those with large character tables that nothing reads here. All
 * others are in the bundle: hundreds of small files are a third of a start.
 */
const BESIDE_THE_BUNDLE = [
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
  ssr: { noExternal: true, external: BESIDE_THE_BUNDLE },
  // Excludes React's development build, whatever NODE_ENV is at run time.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Remix requires it in `installGlobals`, which nothing calls. As an import, each start would load it.
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
          // V8 stores a file with two bytes a character because of a single one beyond Latin-1, such as a dash.
          esbuild: { charset: 'ascii' },
        }
      : undefined,
};
