import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Writes down what the build was made for, so that `npm start` notices another `BASE_PATH`. */
export const recordedBasePath = (basePath: string): Plugin => ({
  name: 'recorded-base-path',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild === true,
  writeBundle: ({ dir }) => writeFile(`${dir}/../base-path`, `${basePath}\n`),
});
