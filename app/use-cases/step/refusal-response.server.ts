import type { Submission } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import { readRefusal } from '~/backend/refusal';
import { afterDuplicate } from '~/journeys/parent/progress';
import { draftKey, getSignUpJourney } from '~/journeys/journey';
import { freshState, journeyOf, type Draft, type JoinState } from '~/journeys/join-state';
import { findInviteLink } from '~/use-cases/invited/open-invite.server';
import { formError } from './form-response.server';
import type { RequestContext } from '~/server/request/request-context.server';

interface Posted {
  state: JoinState;
  form: FormData;
  submission: Submission<unknown>;
  /** Shown on the duplicate page. */
  email: string;
}

/** docs/rules.md, "Lost registration". @throws Response a redirect for a duplicate, a dead invite or a lost registration */
export async function refusalResponse(
  context: RequestContext,
  error: unknown,
  { state, form, submission, email }: Posted,
) {
  const refusal = readRefusal(error);
  switch (refusal.kind) {
    case 'duplicate':
      context.session.reset(afterDuplicate(withStep1Draft(state), { whose: refusal.whose, email }));
      throw redirect('/duplicate', 303);
    case 'deadInvite':
      context.session.update({ notice: 'startAgain' });
      context.posted.saveDraft();
      throw redirect('/invite/request', 303);
    case 'gone':
      // The first step opens the invite anew, which tells whether it is over.
      if (state.invited) await context.setInvite(findInviteLink(context));
      context.session.reset({
        ...freshState,
        drafts: withStep1Draft(state).drafts,
        notice: 'startAgain',
      });
      context.posted.saveDraft();
      throw redirect(getSignUpJourney(context).restartPath, 303);
    case 'invalid':
      return formError(context, form, submission, { formErrors: refusal.texts });
    case 'unknown':
      context.log.error({ err: refusal.error }, 'a registration call failed');
      return formError(context, form, submission, { formErrors: ['common:errors.unexpected'], status: 502 });
  }
}

/** Restores the accepted first step, so that nothing has to be typed twice. */
function withStep1Draft(state: JoinState): JoinState {
  if (!state.parent) return state;
  const draft: Draft = Object.fromEntries(Object.entries(state.parent).map(([name, value]) => [name, [value]]));
  return { ...state, drafts: { ...state.drafts, [draftKey(journeyOf(state), 'step1')]: draft } };
}
