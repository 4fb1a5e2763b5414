import type { Path } from '~/journeys/journey';
import { getSignUpJourney } from '~/journeys/journey';
import type { JoinState, NoticeName } from '~/journeys/join-state';
import { stateToStartAgain } from '~/journeys/parent/progress';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Starts a sign-up again that the backend does not know any more (docs/rules.md, "Lost registration").
 *
 * @returns where it starts
 */
export function restartSignUp(context: RequestContext, state: JoinState, notice: NoticeName = 'startAgain'): Path {
  context.session.reset({ ...stateToStartAgain(state), notice });
  return getSignUpJourney(context).restartPath;
}
