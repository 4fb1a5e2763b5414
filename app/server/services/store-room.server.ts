import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;
/** Querying the file system takes microseconds, and each write that could fill it does so. */
const ASKED_EVERY_MS = 1000;

export interface StoreRoom {
  /** Free bytes on the store's disk; undefined if unknown, as with Postgres. */
  bytes(): number | undefined;
  /** Whether less is free than is reserved for visitors with a session. */
  isLow(): boolean;
}

/** @param folder the store's folder; undefined if it is not on a disk of this machine */
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
    // Not an error here: the next write reports whether the store works.
    return undefined;
  }
}
