import { statfsSync } from 'node:fs';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { Configuration } from '~/settings/configuration.server';

const MEGABYTE = 1024 * 1024;
/** Limits file system queries. Each takes microseconds, and every write that could fill the disk needs one. */
const CHECK_EVERY_MS = 1000;

export interface StoreRoom {
  /** Free bytes on the store's disk; undefined if unknown, as with Postgres. */
  bytes(): number | undefined;
  /** Whether the free space is less than the reserve for visitors with a session. */
  isLow(): boolean;
}

/** Opens the room of a process's store, and exports it as a metric. */
export function openRoomOf(
  { databaseUrl, dataDir, diskFloorMegabytes }: Configuration,
  metrics: Pick<Metrics, 'watchStoreRoom'>,
): StoreRoom {
  const room = openStoreRoom(databaseUrl ? undefined : dataDir, diskFloorMegabytes);
  metrics.watchStoreRoom(() => room.bytes());
  return room;
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
    if (!latest || now() - latest.at > CHECK_EVERY_MS) latest = { at: now(), bytes: findRoom(folder) };
    return latest.bytes;
  };
  return { bytes, isLow: () => (bytes() ?? Infinity) < floorMegabytes * MEGABYTE };
}

function findRoom(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Ignored, because the next write reports whether the store works.
    return undefined;
  }
}
