/**
 * The path that every page is below, such as `/app/join`, without a trailing slash. A setting of the build (`BASE_PATH`), which Vite passes
 * in; without Vite, as in some tests, it is the default.
 */
export const BASE_PATH = (import.meta.env?.BASE_URL ?? '/app/join/').replace(/\/$/, '');

/** Below it are the files of the build, whose names contain a hash of their content. */
export const ASSETS_PATH = `${BASE_PATH}/assets/`;
