import { safe } from '@orpc/client';
import { readRefusal, requireAccepted } from '~/backend/refusal';
import { invitedUpdateOf } from '~/backend/request-bodies';
import type { InviteLink } from '~/domain/invite-link';
import type { ParentContact } from '~/domain/people';
import type { InvitedCredentials } from '~/forms/invited-credentials';
import { inviteHeaders } from './open-invite.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { findUsernameFault, putCredentials, type Refused } from '~/use-cases/credentials/set-credentials.server';

interface Completing {
  link: InviteLink;
  /** What they told on the first step, or what the backend knows of who skipped it. */
  contact: ParentContact;
  /** They have told it themselves. */
  isTold: boolean;
  asksTerms: boolean;
}

/**
 * Ends an invited co-parent's sign-up: the terms, how they heard of us, the security question and code, the opt-in, and last username and
 * password, which close it. Each part can be sent again, so that a failure in between loses nothing.
 *
 * @returns what stands on the page where it was not taken; undefined when it is done
 * @throws what the update of the parent throws (app/backend/refusal.ts)
 */
export async function completeInvite(
  context: RequestContext,
  { link, contact, isTold, asksTerms }: Completing,
  form: InvitedCredentials,
): Promise<Refused | undefined> {
  const { parents } = context.services.backend;
  const params = { userId: link.userId };
  const raw = { 'x-invite-token': link.token, 'accept-language': context.language };
  const refused = await findUsernameFault(context, link.token, form.username);
  if (refused) return refused;
  if (asksTerms) {
    const agreed = parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } }).then(requireAccepted);
    const { error } = await safe(agreed);
    const kind = error && readRefusal(error).kind;
    if (kind === 'deadInvite' || kind === 'gone') throw error;
    if (error) {
      context.log.error({ err: error }, 'the terms could not be agreed to');
      return { formErrors: ['invite:credentials.termsFailed'], status: 502 };
    }
  }
  const update = invitedUpdateOf(link.userId, contact, context.anonymousId);
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
  const { error } = await safe(parents.setMarketingOptIn({ params, headers: raw, body }).then(requireAccepted));
  // No sign-up fails for want of advertising.
  if (error) context.log.warn({ err: error }, 'the marketing opt-in could not be kept');
  return putCredentials(context, link.token, form);
}
