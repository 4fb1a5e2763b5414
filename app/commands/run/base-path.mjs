import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DEFAULT_BASE_PATH = '/app/join';

/** Reads `BASE_PATH`, the path where a build will be mounted, without a trailing slash. @throws Error with a message for the operator */
export function readBasePath(env) {
  const basePath = env.BASE_PATH?.trim() ? env.BASE_PATH : DEFAULT_BASE_PATH;
  if (basePath === '/')
    throw new Error(
      'BASE_PATH: must not be /, because the main product serves its pages on the same host. Choose a path such as /join',
    );
  if (!/^(\/[a-z\d][a-z\d_-]*)+$/.test(basePath))
    throw new Error(
      'BASE_PATH: must be a path such as /join or /app/join, with lower-case letters, digits, - and _, that begins with a slash and does not end with one',
    );
  return basePath;
}

/** As `readBasePath`, but exits with 78 if the setting is wrong. */
export function readBasePathOrExit(env) {
  try {
    return readBasePath(env);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}

/** The base path that `build/` was made for; undefined without a build. */
export function findBuiltBasePath(root) {
  try {
    return readFileSync(join(root, 'build/base-path'), 'utf8').trim();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
