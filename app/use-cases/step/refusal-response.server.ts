import type { Submission } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import { readRefusal } from '~/backend/refusal';
import { afterDuplicate } from '~/journeys/start-again';
import { getSignUpJourney } from '~/journeys/journey';
import type { JoinState } from '~/journeys/join-state';
import { formError } from './form-response.server';
import { restartSignUp } from './restart.server';
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
      context.session.reset(afterDuplicate(state, { whose: refusal.whose, email }));
      context.posted.saveDraft();
      throw redirect('/duplicate', 303);
    case 'deadInvite':
      context.session.update({ notice: 'startAgain' });
      context.posted.saveDraft();
      throw redirect('/invite/request', 303);
    case 'gone':
      await restartSignUp(context, state);
      context.posted.saveDraft();
      throw redirect(getSignUpJourney(context).restartPath, 303);
    case 'invalid':
      return formError(context, form, submission, { formErrors: refusal.texts });
    case 'unknown':
      context.log.error({ err: refusal.error }, 'a registration call failed');
      return formError(context, form, submission, { formErrors: ['common:errors.unexpected'], status: 502 });
  }
}
