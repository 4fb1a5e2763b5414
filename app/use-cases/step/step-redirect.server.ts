import { redirect } from '@remix-run/node';
import type { RedirectTarget, SignUpJourney, StepName } from '~/journeys/journey';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** @throws Error on a professional's address */
export function getSignUpJourney({ journey }: Pick<RequestContext, 'journey'>): SignUpJourney {
  if (journey.name === 'professional') throw new Error('A parent step was requested on an address under /pro');
  return journey;
}

/** To the step after this one. */
export function redirectAfter(context: RequestContext, name: StepName, after: JoinState): Response {
  return redirect(getSignUpJourney(context).getStep(name).next(after), 303);
}

export function redirectToStep(context: RequestContext, name: StepName): Response {
  return redirect(getSignUpJourney(context).getStep(name).path, 303);
}

/** To the redirect target of a locked step. */
export function redirectToOpenStep(context: RequestContext, name: StepName): Response {
  const target = getSignUpJourney(context).guard(name, context.session.state);
  return redirectToTarget(context, target ?? { home: true });
}

export function redirectToTarget(context: RequestContext, target: RedirectTarget): Response {
  if ('to' in target) return redirect(target.to, 303);
  return redirect(mainProductUrl(context, context.page.links.home), 303);
}

/** Absolute, because Remix puts our base path before a relative one. */
export function mainProductUrl({ origin }: RequestContext, url: string): string {
  return new URL(url, origin).href;
}
