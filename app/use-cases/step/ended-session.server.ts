import type { EndedAs } from '~/journeys/ended-as';
import type { RequestContext } from '~/server/request/request-context.server';

/** What there is to say of a sign-up that goes on under an id that this browser does not have (docs/rules.md, "New ids"). */
export type Ending = Exclude<EndedAs, 'invite'>;

/** Undefined where the browser has a session, or none ever went on. An invite says nothing: its link opens it again. */
export function findEnding({ session: { state, endedAs } }: RequestContext): Ending | undefined {
  return state || endedAs === 'invite' ? undefined : endedAs;
}

/** The path of the page that says it, on the addresses of that sign-up's journey. */
export function endedPath(context: RequestContext): '/signed-up' | undefined {
  const ending = findEnding(context);
  if (!ending) return undefined;
  return (ending === 'professional') === (context.journey.name === 'professional') ? '/signed-up' : undefined;
}
