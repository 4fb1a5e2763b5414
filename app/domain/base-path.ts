/**
 * The path that every page is below, such as `/app/join`, without a trailing slash. A setting of the build (`BASE_PATH`), which Vite passes
 * in; without Vite, as in some tests, it is the default.
 */
export const BASE_PATH = (import.meta.env?.BASE_URL ?? '/app/join/').replace(/\/$/, '');

/** "Exit this page" (docs/rules.md). */
export const EXIT_PATH = `${BASE_PATH}/exit`;
export const LANGUAGE_PATH = `${BASE_PATH}/language`;
/** The choice about analytics. */
export const STATISTICS_PATH = `${BASE_PATH}/statistics`;
/** Posts to these paths only store a preference. They contain no typed text and start no sign-up. */
export const PREFERENCE_PATHS: readonly string[] = [LANGUAGE_PATH, STATISTICS_PATH];

/** Below it are the files of the build, whose names contain a hash of their content. */
export const ASSETS_PATH = `${BASE_PATH}/assets/`;
