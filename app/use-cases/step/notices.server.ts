import type { JoinState, NoticeName } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** Takes the notice that is to be shown once. */
export function takeNotice(context: RequestContext, state: JoinState): NoticeName | undefined {
  if (state.notice && context.session.state) context.session.update({ notice: undefined });
  return state.notice;
}

/** The same, for a page that opens without any state: it tells too that what was entered is gone. */
export function takeExpiryNotice(context: RequestContext): NoticeName | undefined {
  const { session } = context;
  if (session.state) return takeNotice(context, session.state);
  if (!session.expired) return undefined;
  session.end();
  return 'expired';
}
