import type { StoreRoom } from '~/server/services/store-room.server';

const MEGABYTE = 1024 * 1024;

/** What `/readyz` says of the store's disk; undefined where nobody can tell. */
export function roomLeft(room: StoreRoom): { megabytes: number; isLow: boolean } | undefined {
  const bytes = room.bytes();
  return bytes === undefined ? undefined : { megabytes: Math.floor(bytes / MEGABYTE), isLow: room.isLow() };
}
