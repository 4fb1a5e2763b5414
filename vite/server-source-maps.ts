import type { Plugin } from 'vite';

/** Stacks in the log name our sources (server.ts has them read). The client build has no maps: whoever is shown a page gets none of them. */
export const serverSourceMaps: Plugin = {
  name: 'server-source-maps',
  config: (_config, env) => (env.command === 'build' && env.isSsrBuild ? { build: { sourcemap: true } } : undefined),
};
