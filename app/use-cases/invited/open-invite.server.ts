import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import type { InviteContext } from '~/backend/schemas/invites';
import type { InviteLink } from '~/domain/invite-link';
import { afterInvitedCredentials } from '~/journeys/invited/progress';
import type { Invited } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** What an invite opens: the invite, nothing any more because it did its work, or nothing at all. */
export type OpenedInvite = { is: 'open'; invite: InviteContext } | { is: 'completed' } | { is: 'dead' };

/** The invite somebody is here with: the one they opened in this browser, else that of the sign-up they have begun. */
export function findInviteLink({ invite, session }: RequestContext): InviteLink | undefined {
  const invited = session.state?.invited;
  return invite ?? (invited && { userId: invited.userId, token: invited.token });
}

/** The same, behind the guard of a step that an invite opens. @throws Error where there is none */
export function getInviteLink(context: RequestContext): InviteLink {
  const link = findInviteLink(context);
  if (!link) throw new Error('An invited step was opened without an invite');
  return link;
}

/** Whether an invite was opened on top of what somebody else has begun in this browser: the two never merge. */
export function belongsToAnotherPerson({ invite, session }: RequestContext): boolean {
  const { state } = session;
  if (!state || !invite) return false;
  if (state.invited) return state.invited.userId !== invite.userId;
  return state.registration !== undefined || state.paid !== undefined || state.duplicate !== undefined;
}

/**
 * Asks the backend what an invite opens. Unknown, malformed, expired and somebody else's are all the same answer.
 *
 * @throws Error when the backend does not answer
 */
export async function openInvite(context: RequestContext, link: InviteLink): Promise<OpenedInvite> {
  const { error, data, isDefined } = await safe(
    context.services.backend.invites.get({ params: { userId: link.userId }, headers: inviteHeaders(context, link) }),
  );
  if (isDefined) return { is: error.code === 'COMPLETED' ? 'completed' : 'dead' };
  if (error) throw new Error('An invite could not be opened', { cause: error });
  return { is: 'open', invite: data };
}

/** The same, for pages that need an open one. @throws Response a redirect to the page that tells what is the matter */
export async function requireInvite(context: RequestContext, link: InviteLink): Promise<InviteContext> {
  const opened = await openInvite(context, link);
  if (opened.is === 'open') return opened.invite;
  throw redirect(opened.is === 'dead' ? '/invite/request' : '/invite', 303);
}

/** `Authorization: Bearer` and the invite token. */
export function inviteHeaders({ language }: Pick<RequestContext, 'language'>, { token }: Pick<InviteLink, 'token'>) {
  return { authorization: `Bearer ${token}`, 'accept-language': language };
}

/** What the state keeps of an invite. */
export function invitedOf(link: InviteLink, invite: InviteContext): Invited {
  const { isSubscriptionCurrent, billingAddressComplete, requireCredentials, userCreatedByPro } = invite;
  return { ...link, isSubscriptionCurrent, billingAddressComplete, requireCredentials, userCreatedByPro };
}

/** The parent record of who comes with an invite: their e-mail, their country, and whether they agreed to the terms. */
export async function requireParentRecord(context: RequestContext, link: InviteLink) {
  const { error, data, isDefined } = await safe(
    context.services.backend.parents.get({ params: { userId: link.userId }, headers: inviteHeaders(context, link) }),
  );
  if (isDefined) {
    const isDone = (await openInvite(context, link)).is === 'completed';
    if (!isDone) throw redirect('/invite/request', 303);
    if (!context.session.state?.paid) throw redirect('/invite', 303);
    // It was done as the answer that said so was lost: who paid here is led on to the receipt. Which username it was is not known.
    context.session.update(afterInvitedCredentials(link.userId, ''));
    throw redirect('/invite/credentials', 303);
  }
  if (error) throw new Error('The parent record could not be fetched', { cause: error });
  return data;
}
