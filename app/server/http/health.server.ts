import { Router } from 'express';
import { withTimeout } from '~/lib/with-timeout';

export interface HealthOptions {
  /** What has to answer before visitors can be served, by name. A check that rejects or takes too long fails. */
  checks: Record<string, () => Promise<void>>;
  /** Whether the process is on its way out and wants no more visitors. */
  isDraining?: () => boolean;
  /** How long each check may take, in milliseconds. */
  timeLimitMs?: number;
  /** Hears why a check failed; the answer only names it. */
  onFailure?: (name: string, error: unknown) => void;
}

/**
 * `/healthz`: 200 as long as the process answers at all. `/readyz`: 200 `{"failing":[]}` where every check holds, else 503 with the
 * names of those that do not. Neither says why: they may be reachable from outside.
 */
export function healthRouter({ checks, isDraining, timeLimitMs = 2000, onFailure }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ alive: true });
  });
  router.get('/readyz', (_req, res, next) => {
    findFailing().then((failing) => {
      res.set('Cache-Control', 'no-store');
      res.status(failing.length > 0 ? 503 : 200).json({ failing });
    }, next);
  });
  return router;

  async function findFailing(): Promise<string[]> {
    if (isDraining?.()) return ['draining'];
    const names = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await holds(name, check)) ? [] : [name])),
    );
    return names.flat();
  }

  async function holds(name: string, check: () => Promise<void>): Promise<boolean> {
    try {
      await withTimeout(timeLimitMs, check);
      return true;
    } catch (error) {
      onFailure?.(name, error);
      return false;
    }
  }
}
