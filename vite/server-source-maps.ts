import type { Plugin } from 'vite';

/** Stacks in the log name our sources (app/lib/source-stacks.server.ts): their names, files and lines, not their text. The client build has no maps: whoever is shown a page gets none of them. */
export const serverSourceMaps: Plugin = {
  name: 'server-source-maps',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? { build: { sourcemap: true, rollupOptions: { output: { sourcemapExcludeSources: true } } } }
      : undefined,
};
