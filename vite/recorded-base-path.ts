import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Records the base path of the build, so that `npm start` detects another `BASE_PATH`. */
export const recordedBasePath = (basePath: string): Plugin => ({
  name: 'recorded-base-path',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild === true,
  writeBundle: ({ dir }) => writeFile(`${dir}/../base-path`, `${basePath}\n`),
});
