import { Router } from 'express';
import type { StoreRoom } from '~/server/services/store-room.server';

const MEGABYTE = 1024 * 1024;

export interface HealthOptions {
  /** Names the dependencies that do not respond. */
  findFailing: () => Promise<string[]>;
  isDraining?: () => boolean;
  /** The store's disk, reported by `/readyz`. */
  room?: StoreRoom;
}

/**
 * `/healthz` is always 200. `/readyz` is 200 until the process stops. It lists failing dependencies without a reason, because it may be
 * public. It stays 200 when they fail. Otherwise a proxy would remove every replica, and visitors would no longer see the error page.
 */
export function healthRouter({ findFailing, isDraining = () => false, room }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ alive: true });
  });
  router.get('/readyz', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    if (isDraining()) return void res.status(503).json({ ready: false, failing: ['draining'] });
    findFailing().then((failing) => res.json({ ready: true, failing, room: room && roomLeft(room) }), next);
  });
  return router;
}

function roomLeft(room: StoreRoom): { megabytes: number; isLow: boolean } | undefined {
  const bytes = room.bytes();
  return bytes === undefined ? undefined : { megabytes: Math.floor(bytes / MEGABYTE), isLow: room.isLow() };
}
