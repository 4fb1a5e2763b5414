import { constants } from 'node:zlib';

/**
 * Brotli parameters for pages. Level 5 compresses the heaviest page to 13.0 kB in 1.0 ms; the default of 4 to 13.9 kB,
 * more than gzip. A page fits the window of 64 KiB. That window needs half the memory of the default of 4 MiB and does
 * not enlarge pages.
 */
export const PAGE_COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};
