import type { Plugin } from 'vite';

/**
 * Logged stacks refer to our sources (app/lib/source-stacks.server.ts). The maps contain names, files and lines, but not the source text.
 * The client build has no maps, so visitors cannot read our sources.
 */
export const serverSourceMaps: Plugin = {
  name: 'server-source-maps',
  config: (_config, env) =>
    env.command === 'build' && env.isSsrBuild
      ? { build: { sourcemap: true, rollupOptions: { output: { sourcemapExcludeSources: true } } } }
      : undefined,
};
