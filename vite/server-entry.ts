import type { Plugin, UserConfig } from 'vite';

/**
 * What the server loads by name: native packages, those that few sites load, and those that bring tables of characters along, which
 * nothing reads here. All others are in the bundle: hundreds of small files are a third of a start.
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
  // Whatever NODE_ENV says when it runs, React's half for development is not in it.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Remix asks for it in `installGlobals`, which nothing calls. As an import it would be loaded by each start.
  build: { commonjsOptions: { ignore: ['undici'] } },
} satisfies UserConfig;

/** One bundle for Express and the routes, so that they share modules. Remix's stock bundle would exit at once. */
export const serverEntry: Plugin = {
  name: 'server-entry',
  enforce: 'post',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? {
          ...SERVER_PACKAGES,
          build: { ...SERVER_PACKAGES.build, rollupOptions: { input: './server.ts' } },
          // V8 keeps a file two bytes a character because of a single one beyond Latin-1, such as a dash.
          esbuild: { charset: 'ascii' },
        }
      : undefined,
};
