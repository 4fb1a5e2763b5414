import { Router, type Request, type RequestHandler } from 'express';
import { BASE_PATH } from '~/domain/base-path';
import { RefusedRequest } from '~/server/request/refused-request';
import type { StoreRoom } from '~/server/services/store-room.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { BusyPage } from './busy-page.server';
import type { Standing } from './new-visitors.server';
import type { Pressure } from './pressure.server';

const SOONEST_SECONDS = 5;
const SPREAD_SECONDS = 10;
const NO_ROOM_SECONDS = 5 * 60;

/** Posts that begin nothing: what a browser prefers. */
const CHOICES = ['language', 'statistics'].map((name) => `${BASE_PATH}/${name}`);

interface Options {
  pressure: Pressure;
  standingOf(req: Request): Promise<Standing>;
  /** The same guessed, for each request. */
  mayHaveBegun(req: Request): boolean;
  metrics: Pick<Metrics, 'recordRefusal' | 'recordLetThrough'>;
}

/** Different for each, so that they do not all come back at once. */
function retrySeconds(): number {
  return SOONEST_SECONDS + Math.floor(Math.random() * (SPREAD_SECONDS + 1));
}

/** Whether this request is turned away. Counts it, and those who go on while others are turned away. */
async function isTurnedAway(req: Request, { pressure, standingOf, metrics }: Options): Promise<boolean> {
  if (!pressure.isHigh()) return false;
  const standing = await standingOf(req);
  if (standing === 'paying') metrics.recordLetThrough();
  return standing === 'new' || (standing === 'begun' && pressure.isSevere());
}

/** Under pressure answers pages of new visitors with 503 and a page that asks again by itself. It stands before whatever costs much. */
export function turnAwayPages({ page, ...options }: Options & { page: BusyPage }): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    isTurnedAway(req, options)
      .then(async (isAway) => {
        if (!isAway) {
          res.once('close', options.pressure.enter(!options.mayHaveBegun(req)));
          return next();
        }
        options.metrics.recordRefusal('busy');
        const seconds = String(retrySeconds());
        await page.send(req, res.status(503).set({ 'Retry-After': seconds, Refresh: seconds }));
      })
      .catch(next);
  };
}

/**
 * Refuses forms of new visitors with 503 under pressure, and where the store's disk is nearly full. The page that comes back holds what was typed,
 * and asks nothing by itself. It stands after the guards, which read the form.
 */
export function turnAwayForms({ room, ...options }: Options & { room: Pick<StoreRoom, 'isLow'> }): RequestHandler {
  const refuse: RequestHandler = (req, res, next) => {
    if (CHOICES.includes(req.path)) return next();
    isTurnedAway(req, options)
      .then(async (isAway) => {
        if (isAway) throw new RefusedRequest(503, 'busy', { retryAfter: retrySeconds() });
        res.once('close', options.pressure.enter(!options.mayHaveBegun(req)));
        // Another language makes the same page again, and saves nothing.
        const isSaved = !req.guardedBody?.has('language');
        if (isSaved && room.isLow() && (await options.standingOf(req)) === 'new')
          throw new RefusedRequest(503, 'no-room', { retryAfter: NO_ROOM_SECONDS });
        next();
      })
      .catch(next);
  };
  return Router().post('*', refuse);
}
