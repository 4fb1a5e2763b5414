import { Router } from 'express';
import { withTimeout } from '~/lib/with-timeout';

export interface HealthOptions {
  checks: Record<string, () => Promise<void>>;
  isDraining?: () => boolean;
  timeLimitMs?: number;
  /** Megabytes left for the store, and whether new visitors are asked to come back; undefined where nobody can tell. */
  room?: () => object | undefined;
  onFailure?: (name: string, error: unknown) => void;
}

/** `/healthz` is always 200; `/readyz` is 503 with the names of failing checks, but no reasons: both may be public. */
export function healthRouter({ checks, isDraining, timeLimitMs = 2000, room, onFailure }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ alive: true });
  });
  router.get('/readyz', (_req, res, next) => {
    findFailing().then((failing) => {
      res.set('Cache-Control', 'no-store');
      res.status(failing.length > 0 ? 503 : 200).json({ failing, room: room?.() });
    }, next);
  });
  return router;

  async function findFailing(): Promise<string[]> {
    if (isDraining?.()) return ['draining'];
    const names = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await passes(name, check)) ? [] : [name])),
    );
    return names.flat();
  }

  async function passes(name: string, check: () => Promise<void>): Promise<boolean> {
    try {
      await withTimeout(timeLimitMs, check);
      return true;
    } catch (error) {
      onFailure?.(name, error);
      return false;
    }
  }
}
