import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the build is made from. */
const SOURCES = ['app', 'locales', 'public', 'server.ts', 'vite', 'vite.config.ts', 'package-lock.json'];
/** What it writes: the browser's part first, the server's part last. */
const BUILT = ['build/client/assets', 'build/server/index.js'];
const NOT_BUILT_IN = /\.test\.tsx?$|\.mjs$/;

/**
 * Whether `build/` is complete and newer than everything it is made from. A folder counts too, so that a file that was taken away is
 * noticed.
 *
 * @param {string} root the checkout, absolute
 * @returns {boolean}
 */
export function isBuildFresh(root) {
  const built = BUILT.map((path) => changedAt(join(root, path)));
  if (built.some((time) => time === undefined)) return false;
  return newest(SOURCES.map((path) => join(root, path))) <= Math.min(...built);
}

/** The time of the last change, in milliseconds since 1970; undefined where there is no such file. */
function changedAt(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** The last change of any of these files and of everything inside these folders. */
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
