import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BASE_PATH, findBuiltBasePath } from './base-path.mjs';

const SOURCES = ['app', 'locales', 'public', 'server.ts', 'vite', 'vite.config.ts', 'package-lock.json'];
const OUTPUTS = ['build/client/assets', 'build/server/index.js'];
const NOT_BUILT_IN = /\.test\.tsx?$|\.mjs$/;

/**
 * Whether `build/` is complete, made for `basePath`, and newer than its sources. Also compares the times of folders, to detect deleted
 * files.
 */
export function isBuildFresh(root, basePath = DEFAULT_BASE_PATH) {
  const outputTimes = OUTPUTS.map((path) => modifiedAt(join(root, path)));
  if (outputTimes.some((time) => time === undefined)) return false;
  if (findBuiltBasePath(root) !== basePath) return false;
  return newest(SOURCES.map((path) => join(root, path))) <= Math.min(...outputTimes);
}

function modifiedAt(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function newest(paths) {
  let last = 0;
  for (const path of paths) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || NOT_BUILT_IN.test(path)) continue;
    last = Math.max(last, stats.mtimeMs);
    if (stats.isDirectory()) last = Math.max(last, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return last;
}
