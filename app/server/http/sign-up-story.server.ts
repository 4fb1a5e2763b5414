import type { Request, RequestHandler, Response } from 'express';
import { ASSETS_PATH, BASE_PATH } from '~/domain/base-path';
import { personOf } from '~/journeys/current-sign-up';
import { journeyForPath } from '~/journeys/journey';
import { stripBasePath } from '~/server/request/page.server';
import type { SignUpOfRequest } from '~/server/request/sign-up-of-request';
import type { SignUpStory } from '~/server/services/sign-up-story.server';
import { lineageOf, readSessionCookie, type Cookies } from '~/server/session/cookies.server';
import { signUpReference } from '~/server/session/sign-up-reference';
import { CLIENT_CLOSED } from '~/server/telemetry/request-trace.server';
import { isSafeMethod } from './request-guards.server';

declare module 'express-serve-static-core' {
  interface Request {
    /** Undefined for a request that cannot belong to a sign-up, such as one of an asset. */
    signUp?: SignUpOfRequest;
  }
}

/** Requests that scripts send while the visitor types. */
const LOOKUPS = `${BASE_PATH}/lookup/`;

interface StoryOptions {
  cookies: Pick<Cookies, 'session'>;
  story: Pick<SignUpStory, 'tell'>;
  routeOf(path: string): string;
}

/** Labels the log lines of each request with its sign-up, and stores the outcome of its forms and its failed pages. */
export function followSignUps({ cookies, story, routeOf }: StoryOptions): RequestHandler {
  return (req, res, next) => {
    if (!req.path.startsWith(BASE_PATH) || req.path.startsWith(ASSETS_PATH)) return next();
    const signUp: SignUpOfRequest = { reference: undefined, describe: () => ({}) };
    req.signUp = signUp;
    // A mounted router removes its own path from `req.path`.
    const { path } = req;
    res.once('close', () => report({ req, path }, res, signUp));
    if (req.headers.cookie === undefined) return next();
    cookies.session.parse(req.headers.cookie).then((value) => {
      const cookie = (signUp.cookie = readSessionCookie(value));
      const lineage = cookie && lineageOf(personOf(journeyForPath(stripBasePath(req.path))), cookie);
      if (lineage !== undefined) signUp.reference = req.labels.signUp = signUpReference(lineage);
      next();
    }, next);
  };

  function report(
    { req, path }: { req: Request; path: string },
    res: Response,
    { reference, refusal, describe }: SignUpOfRequest,
  ): void {
    const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED;
    const isForm = !isSafeMethod(req.method) && !path.startsWith(LOOKUPS);
    const isFailure = status >= 400 && status !== 404 && status !== CLIENT_CLOSED;
    if (reference === undefined || !(isForm || isFailure)) return;
    const { orderId, attempt } = req.labels;
    const { orderNumber, ...described } = describe();
    story.tell({
      signUp: reference,
      requestId: req.id,
      method: req.method,
      path: shortRoute(path),
      status,
      ledTo: routeOfRedirect(res),
      reason: refusal,
      ...{ orderId: orderId ?? orderNumber, attempt, ...described },
    });
  }

  /** The route without parameters or query, which may contain a link's token. */
  function shortRoute(path: string): string {
    return stripBasePath(routeOf(path));
  }

  function routeOfRedirect(res: Response): string | undefined {
    const location = res.get('Location')?.split(/[?#]/, 1)[0];
    if (location === undefined) return undefined;
    return location.startsWith(BASE_PATH) ? shortRoute(location) : 'another site';
  }
}
