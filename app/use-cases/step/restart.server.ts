import type { Path } from '~/journeys/journey';
import { getSignUpJourney } from '~/journeys/journey';
import type { JoinState, NoticeName } from '~/journeys/join-state';
import { stateToStartAgain } from '~/journeys/start-again';
import { findInviteLink } from '~/use-cases/invited/open-invite.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Starts a sign-up again that the backend does not know any more (docs/rules.md, "Lost registration").
 *
 * @returns where it starts
 */
export async function restartSignUp(
  context: RequestContext,
  state: JoinState,
  notice: NoticeName = 'startAgain',
): Promise<Path> {
  const { invited, ...fresh } = stateToStartAgain(state);
  // The first step opens the invite anew, which tells whether it is over.
  if (invited) await context.setInvite(findInviteLink(context));
  context.session.reset({ ...fresh, notice });
  return getSignUpJourney(context).restartPath;
}
