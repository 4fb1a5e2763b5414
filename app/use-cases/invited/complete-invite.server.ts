import { safe } from '@orpc/client';
import { isEnded, isRefusal, readRefusal, requireAccepted } from '~/backend/refusal';
import { contactOf } from '~/backend/request-bodies';
import type { InviteContext } from '~/backend/schemas/invites';
import type { InviteLink } from '~/domain/mailed-links';
import { afterInvitedCredentials } from '~/journeys/invited';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { SECURITY_CODE, SECURITY_QUESTION, type InvitedCredentials } from '~/steps/credentials';
import { REFERRAL } from '~/steps/referral';
import { cachedCall } from '~/use-cases/checkout/call-cache.server';
import { signUpCalls } from '~/use-cases/checkout/checkout-calls.server';
import {
  refuseAfterPayment,
  setCredentials,
  type CredentialsError,
} from '~/use-cases/credentials/set-credentials.server';
import { logFailedCall, StepRefused } from '~/use-cases/step/refuse.server';
import { loadParentRecord, requireInvite, updateInvited } from './open-invite.server';

interface InviteCompletion {
  context: RequestContext;
  state: JoinState;
  /** Set if it was fetched. */
  invite?: InviteContext;
  link: InviteLink;
  asksTerms: boolean;
  /** The answer about news with which the page began; undefined if it is unknown. */
  wantsNews: boolean | undefined;
  answer: InvitedCredentials;
}

/**
 * Returns `failed` if the backend fails after a post, whose form can then only be shown again. Cached, because the page must show the form
 * that the action has read, and not wait for a silent backend twice.
 *
 * @throws as `loadParentRecord`
 */
export function findParentRecord(context: RequestContext, link: InviteLink) {
  return cachedCall(context, 'parents.get', link, async () => {
    const { error, data } = await safe(loadParentRecord(context, link));
    if (!error) return data;
    const thrown: unknown = error;
    if (thrown instanceof Response || !context.posted.findForm()) throw error;
    logFailedCall(context, error, 'failed to load the parent record');
    return 'failed' as const;
  });
}

/**
 * Sends parent B's last answers, and completes the sign-up in this session.
 *
 * @throws StepRefused, Response if the invite has ended, or the errors of the parent's update (app/backend/refusal.ts)
 */
export async function completeInvite(completion: InviteCompletion): Promise<void> {
  const { context, state, link, answer } = completion;
  const { error, data: refused } = await safe(sendAnswers(completion));
  const isOutcomeUnknown = refused?.status === 502;
  if (error ? isInviteOver(error) : refused?.isTokenGone || isOutcomeUnknown) {
    // The first press of a double click may have completed the invite, or this press, although its response was lost.
    const record = await loadParentRecord(context, link);
    if (!record) return context.signIn.takeBack();
  }
  const failure = error ?? refused?.duplicate;
  if (state.paid && readRefusal(failure).kind === 'duplicate') throw refuseAfterPayment();
  if (failure) throw failure;
  if (refused) throw new StepRefused(refused);
  // Another person may be signed in to the main product in this browser.
  context.signIn.takeBack();
  context.session.renewId('complete');
  const { invited, paid, order, chosenPackage } = state;
  context.session.update({
    invited,
    ...(paid && { paid, order, chosenPackage }),
    ...afterInvitedCredentials(link.userId, answer.username),
  });
}

/** Whether the backend no longer accepts the invite's token, or `requireInvite` redirected. */
function isInviteOver(error: unknown): boolean {
  return isEnded(readRefusal(error)) || error instanceof Response;
}

/**
 * Sends the credentials last, because they complete the sign-up. Earlier failures can be retried.
 *
 * @returns the errors; undefined on success
 */
async function sendAnswers(completion: InviteCompletion): Promise<CredentialsError | undefined> {
  const { context, state, invite, link, asksTerms, wantsNews, answer: form } = completion;
  // Parent B may have skipped the first step.
  const contact = state.parent ?? contactOf((invite ?? (await requireInvite(context, link))).parent);
  const { parents } = context.services.backend;
  const params = { userId: link.userId };
  const tokenHeaders = { 'x-invite-token': link.token, 'accept-language': context.language };
  const { parent, billing, invited } = state;
  // Another holder of the link may have stored another address since. A payment fixes it.
  if (parent && billing && invited && !state.paid)
    await signUpCalls(context, { ...state, parent, invited }).saveBilling({ parent, billing });
  if (asksTerms) {
    const agreed = parents
      .agreeToTerms({ params, headers: tokenHeaders, body: { agreedToTerms: true } })
      .then(requireAccepted);
    const { error } = await safe(agreed);
    if (error && isInviteOver(error)) throw error;
    if (error) {
      logFailedCall(context, error, 'failed to record the consent to the terms');
      return { formErrors: ['invite:credentials.termsFailed'], status: isRefusal(error) ? 422 : 502 };
    }
  }
  const send = (contactSections: readonly 'PARENT'[]) =>
    updateInvited(context, link, contact, (update) => ({
      ...update,
      sections: [...contactSections, 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE'],
      referral: REFERRAL.toBody(form),
      ...SECURITY_QUESTION.toBody(form),
      ...SECURITY_CODE.toBody(form),
    }));
  const sent = await safe(send(state.parent ? ['PARENT'] : []));
  // A payment fixes the contact. Another tab may have stored a different one just before.
  if (sent.error && state.parent && state.paid && isInviteOver(sent.error)) await send([]);
  else if (sent.error) throw sent.error;
  // An empty box withdraws nothing that the page may not have shown.
  if (form.marketingOptIn || wantsNews !== undefined) {
    const body = { marketingOptIn: form.marketingOptIn };
    const { error } = await safe(
      parents.setMarketingOptIn({ params, headers: tokenHeaders, body }).then(requireAccepted),
    );
    // A failed opt-in must not fail the sign-up.
    if (error) context.log.warn({ err: error }, 'failed to record the marketing opt-in');
  }
  return setCredentials(context, link.token, form);
}
