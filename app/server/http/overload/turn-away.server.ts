import { AsyncResource } from 'node:async_hooks';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { BASE_PATH, EXIT_PATH, PREFERENCE_PATHS } from '~/domain/base-path';
import { noRoom, RefusedRequest } from '~/server/request/refused-request';
import type { StoreRoom } from '~/server/services/store-room.server';
import type { Cookies } from '~/server/session/cookies.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { BusyPage } from './busy-page.server';
import type { Load, WaitingLine } from './waiting-line.server';

const MIN_RETRY_SECONDS = 5;
const RETRY_SPREAD_SECONDS = 10;

const PAGE_METHODS = ['GET', 'HEAD'];

/** From the billing address to the receipt, in either parent's journey. */
const CHECKOUT = new RegExp(`^${BASE_PATH}(/invite)?/(payment|billing-info|credentials|receipt)(/|$)`);

/** Paths with a file extension, such as images, are not pages. */
const PAGE = new RegExp(`^${BASE_PATH}/[^.]*$`);

export interface TurnAwayOptions {
  line: WaitingLine;
  /** Both are signed, and issued only to visitors who have submitted something. */
  cookies: Pick<Cookies, 'session' | 'returnLink'>;
  metrics: Pick<Metrics, 'recordLetThrough'>;
  /** Called for each page that is not served. Rejected forms throw a `RefusedRequest` instead. */
  onTurnedAway(req: Request): void;
  page: BusyPage;
  room: Pick<StoreRoom, 'isLow'>;
}

/**
 * Keeps the site usable for visitors in the middle of a sign-up.
 *
 * @returns `strangers`: lets page requests without cookies wait for their turn. Under overload, it responds with 503 and a page that
 * reloads itself. Install it before expensive middleware, such as ids, traces and log. `pages`: the same for other requests. `forms`:
 * rejects forms with 503 under severe overload, and those of new visitors when the store's disk is nearly full; the returned page contains
 * the typed input and does not reload. Install it after the guards, which read the form.
 */
export function turnAway(options: TurnAwayOptions): Record<'strangers' | 'pages' | 'forms', RequestHandler> {
  const { line, cookies, metrics, onTurnedAway, page, room } = options;
  const rejectedForms = new WeakSet<Request>();
  const inLine = new WeakSet<Request>();

  const strangers: RequestHandler = (req, res, next) => {
    if (!PAGE_METHODS.includes(req.method) || req.headers.cookie !== undefined) return next();
    if (!PAGE.test(req.path) || req.path === EXIT_PATH) return next();
    wait({ req, res, next }, 'new');
  };

  const pages: RequestHandler = (req, res, next) => {
    if (inLine.has(req)) return next();
    // "Exit this page" must never wait, and rejecting other methods costs nothing.
    if (![...PAGE_METHODS, 'POST'].includes(req.method) || req.path === EXIT_PATH) return next();
    standingOf(req)
      .then((standing) => wait({ req, res, next }, standing))
      .catch(next);
  };

  const rejectForm: RequestHandler = (req, _res, next) => {
    if (PREFERENCE_PATHS.includes(req.path)) return next();
    if (rejectedForms.has(req)) return next(new RefusedRequest(503, 'busy', { retryAfter: retrySeconds() }));
    // A language switch only re-renders the page, and stores nothing.
    const isSaved = !req.guardedBody?.has('language');
    if (!isSaved || !room.isLow()) return next();
    standingOf(req)
      .then((standing) => next(standing === 'new' ? noRoom() : undefined))
      .catch(next);
  };

  return { strangers, pages, forms: Router().post('*', rejectForm) };

  function wait({ req, res, next }: { req: Request; res: Response; next: NextFunction }, standing: Standing): void {
    inLine.add(req);
    const isPage = PAGE_METHODS.includes(req.method);
    const begin = (load: Load) => {
      // A reload closes the connection of the first request, so that page is skipped. Forms run to completion.
      if (isPage && res.closed) return false;
      // A new visitor who sends a form has already typed input, so the form counts as `begun`.
      const isAway = isTurnedAway(standing === 'new' && !isPage ? 'begun' : standing, load);
      if (isAway && isPage) {
        sendBusyPage(req, res).catch(next);
        return false;
      }
      if (isAway) rejectedForms.add(req);
      if (standing === 'paying' && load !== 'normal') metrics.recordLetThrough();
      next();
      return true;
    };
    // Restores this request's asynchronous context, because the line calls back in that of another request.
    const context = new AsyncResource('joinery:waiting-request');
    line.join((load) => context.runInAsyncScope(begin, undefined, load));
  }

  async function sendBusyPage(req: Request, res: Response): Promise<void> {
    onTurnedAway(req);
    await page.send(req, res, retrySeconds());
  }

  /** Derives the progress of the visitor from cookies and path only, without reading the store. */
  async function standingOf(req: Request): Promise<Standing> {
    const header = req.headers.cookie ?? null;
    // `followSignUps` has already read the session's cookie of a page.
    const hasBegun =
      req.signUp?.cookie !== undefined ||
      (await cookies.session.parse(header)) !== null ||
      (await cookies.returnLink.parse(header)) !== null;
    if (!hasBegun) return 'new';
    return CHECKOUT.test(req.path) ? 'paying' : 'begun';
  }
}

type Standing = 'new' | 'begun' | 'paying';

function isTurnedAway(standing: Standing, load: Load): boolean {
  return standing === 'new' ? load !== 'normal' : standing === 'begun' && load === 'severe';
}

/** Random, so that turned-away visitors do not all return at once. */
function retrySeconds(): number {
  return MIN_RETRY_SECONDS + Math.floor(Math.random() * (RETRY_SPREAD_SECONDS + 1));
}
