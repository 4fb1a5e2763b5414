import { safe } from '@orpc/client';
import { isRefusal, readRefusal, requireAccepted } from '~/backend/refusal';
import { invitedUpdateOf } from '~/backend/request-bodies';
import type { InviteLink } from '~/domain/invite-link';
import type { ParentContact } from '~/domain/people';
import type { InvitedCredentials } from '~/forms/invited-credentials';
import { inviteHeaders, invitedAnonymousId } from './open-invite.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import { setCredentials, type CredentialsError } from '~/use-cases/credentials/set-credentials.server';

interface InviteCompletion {
  link: InviteLink;
  /** What they told on the first step, or what the backend knows of who skipped it. */
  contact: ParentContact;
  /** They have told it themselves. */
  isTold: boolean;
  asksTerms: boolean;
}

/**
 * The credentials come last because they close the sign-up: an earlier failure can be retried.
 * @returns options for `formError` when refused
 * @throws what the update of the parent throws (app/backend/refusal.ts)
 */
export async function completeInvite(
  context: RequestContext,
  { link, contact, isTold, asksTerms }: InviteCompletion,
  form: InvitedCredentials,
): Promise<CredentialsError | undefined> {
  const { parents } = context.services.backend;
  const params = { userId: link.userId };
  const tokenHeaders = { 'x-invite-token': link.token, 'accept-language': context.language };
  if (asksTerms) {
    const agreed = parents
      .agreeToTerms({ params, headers: tokenHeaders, body: { agreedToTerms: true } })
      .then(requireAccepted);
    const { error } = await safe(agreed);
    const kind = error && readRefusal(error).kind;
    if (kind === 'deadInvite' || kind === 'gone') throw error;
    if (error) {
      logFailedCall(context, error, 'the consent to the terms could not be recorded');
      return { formErrors: ['invite:credentials.termsFailed'], status: isRefusal(error) ? 422 : 502 };
    }
  }
  const update = invitedUpdateOf(link.userId, contact, invitedAnonymousId(context));
  requireAccepted(
    await parents.update({
      params,
      headers: inviteHeaders(context, link),
      body: {
        ...update,
        sections: [...(isTold ? (['PARENT'] as const) : []), 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE'],
        referral: { selection: form.referral, other: form.referralOther ?? null },
        securityQuestion: form.securityQuestion,
        securityAnswer: form.securityAnswer,
        securityCode: form.securityCode,
        confirmCode: form.confirmCode,
      },
    }),
  );
  const body = { marketingOptIn: form.marketingOptIn };
  const { error } = await safe(
    parents.setMarketingOptIn({ params, headers: tokenHeaders, body }).then(requireAccepted),
  );
  // A failed opt-in must not fail the sign-up.
  if (error) context.log.warn({ err: error }, 'the marketing opt-in could not be recorded');
  return setCredentials(context, link.token, form);
}
