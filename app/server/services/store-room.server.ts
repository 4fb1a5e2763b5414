import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;
/** Asking the file system takes microseconds, and each write that could fill it asks. */
const ASKED_EVERY_MS = 1000;

export interface StoreRoom {
  /** Bytes left where the store is; undefined where nobody can tell, as with Postgres. */
  bytes(): number | undefined;
  /** Fewer are left than are kept for those who are in the middle of something. */
  isLow(): boolean;
}

/** @param folder the store's; undefined where it is not on a disk of this machine */
export function openStoreRoom(
  folder: string | undefined,
  floorMegabytes: number,
  now = () => performance.now(),
): StoreRoom {
  let latest: { at: number; bytes: number | undefined } | undefined;
  const bytes = () => {
    if (folder === undefined) return undefined;
    if (!latest || now() - latest.at > ASKED_EVERY_MS) latest = { at: now(), bytes: findRoom(folder) };
    return latest.bytes;
  };
  return { bytes, isLow: () => (bytes() ?? Infinity) < floorMegabytes * MEGABYTE };
}

function findRoom(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Whether the store works is another question, which each write answers.
    return undefined;
  }
}
