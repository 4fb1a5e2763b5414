import { Router } from 'express';

export interface HealthOptions {
  /** What the process needs and does not get an answer from. */
  findFailing: () => Promise<string[]>;
  isDraining?: () => boolean;
  /** Megabytes left for the store, and whether new visitors are asked to come back; undefined where nobody can tell. */
  room?: () => object | undefined;
}

/**
 * `/healthz` is always 200. `/readyz` is 200 until the process stops, and names what fails without a reason, because both may be public: with a
 * store or backend that is down every replica would be taken out, and nobody would see even the calm page that says so.
 */
export function healthRouter({ findFailing, isDraining = () => false, room }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ alive: true });
  });
  router.get('/readyz', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    if (isDraining()) return void res.status(503).json({ ready: false, failing: ['draining'] });
    findFailing().then((failing) => res.json({ ready: true, failing, room: room?.() }), next);
  });
  return router;
}
