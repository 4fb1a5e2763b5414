import type { JoinState, NoticeName } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

export function takeNotice(context: RequestContext, state: JoinState): NoticeName | undefined {
  if (state.notice && context.session.state) context.session.update({ notice: undefined });
  return state.notice;
}

/** For pages that open without a state: also tells that the session expired. */
export function takeExpiryNotice(context: RequestContext): NoticeName | undefined {
  const { session } = context;
  if (session.state) return takeNotice(context, session.state);
  if (!session.expired) return undefined;
  session.end();
  return 'expired';
}
