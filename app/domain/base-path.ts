/**
 * The path that every page is below, such as `/app/join`: without a trailing slash. A setting of the build (`BASE_PATH`); Vite is what knows
 * it, and where Vite does not run, as in some tests, it is the default.
 */
export const BASE_PATH = (import.meta.env?.BASE_URL ?? '/app/join/').replace(/\/$/, '');
