import type { Plugin } from 'vite';

/** Packages with hundreds of small files: bundling them saves a quarter of the start. */
export const BUNDLED_PACKAGES = ['kysely', 'libphonenumber-js', 'zod', /^@orpc\//, /^@conform-to\//];

/** One bundle for Express and the routes, so that they share modules. Remix's stock bundle would exit at once. */
export const serverEntry: Plugin = {
  name: 'server-entry',
  enforce: 'post',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? {
          build: { rollupOptions: { input: './server.ts' } },
          ssr: { noExternal: BUNDLED_PACKAGES },
          // V8 keeps a file two bytes a character because of a single one beyond Latin-1, such as a dash.
          esbuild: { charset: 'ascii' },
        }
      : undefined,
};
