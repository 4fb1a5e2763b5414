import { redirect } from '@remix-run/node';
import { ORPCError, safe } from '@orpc/client';
import { CONFIRMS_LINK, type SetByLink } from '~/domain/mailed-links';
import { freshState, type ChosenCredentials } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { cachedCall } from '~/use-cases/checkout/call-cache.server';
import { areSetElsewhere, refusesUsernames } from '~/use-cases/credentials/set-elsewhere.server';
import { logFailedCall } from '~/use-cases/step/refuse.server';
import { redirectToOpenStep } from '~/use-cases/step/step-guard.server';

/** The person who may set credentials: a parent who has just paid, or who opened the link of a payment's mail or a professional's. */
export interface CredentialsHolder {
  /** Null if the backend omitted it. */
  userId: string | null;
  /** Empty if the backend omitted it. */
  email: string;
  /** The credentials token. */
  token: string;
  /** Already set in this session. */
  chosen: ChosenCredentials | undefined;
  hasReceipt: boolean;
  /** The mailed link is used up. Only a repeated press of its form is accepted. */
  isUsed: boolean;
  /** Registered without a payment. */
  isProfessional: boolean;
  /** The backend did not describe the mailed link, so a posted form can only be shown again. */
  hasFailed?: boolean;
}

/**
 * Opens the credentials page (`open` of `defineStep`) for parent A, whose mailed link opens it without a session, and for a professional.
 *
 * @returns only the notice from the session's state, because the rest may belong to another sign-up; `set` if the link set the credentials
 * in this browser
 * @throws Response a redirect while the page is locked, and to the receipt if they were set in another browser
 */
export async function openCredentials(context: RequestContext) {
  const holder = await findCredentialsHolder(context);
  if (holder && 'set' in holder) return { state: freshState, holder: 'set' as const, set: holder.set };
  if (!holder) throw redirectToOpenStep(context, 'credentials');
  if (holder.chosen && areSetElsewhere(holder.chosen)) throw redirect('/receipt', 303);
  const notice = holder.hasReceipt ? context.session.state?.notice : undefined;
  return { state: { ...freshState, notice }, holder, set: undefined };
}

/** The path of the page that confirms the credentials set by the mailed link. */
export function confirmationPath({ session: { state } }: RequestContext): string {
  return state?.paid ? `/credentials?${CONFIRMS_LINK}=1` : '/credentials';
}

/** Renews the mailed link's cookie while its form is shown. */
export async function renewReturnLink(context: RequestContext, { isProfessional }: CredentialsHolder): Promise<void> {
  if (context.returnLink) await context.setReturnLink({ ...context.returnLink, isProfessional });
}

/** @throws Error if the backend fails, unless a form was posted, which the page shows again */
export async function findCredentialsHolder(
  context: RequestContext,
): Promise<CredentialsHolder | { set: SetByLink } | undefined> {
  if (!context.returnLink) return findPayer(context);
  const { userId, token, set, isProfessional = false } = context.returnLink;
  if (set) return { set };
  const { parents } = context.services.backend;
  // The calls are cached: after a post, the page must show the form that the action has read, even if the link is used since.
  const { error, data, isDefined } = await safe(
    cachedCall(context, 'parents.get', { userId, token }, async () =>
      parents.get({ params: { userId }, headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  const link = { userId, token, chosen: undefined, hasReceipt: false };
  // A backend may lack this call, so after a 404 only a second refusal shows that the link is used.
  const mayBeMissing = error instanceof ORPCError && error.code === 'NOT_FOUND';
  if (isDefined) {
    const isUsed =
      !mayBeMissing ||
      (await cachedCall(context, 'refusesUsernames', { token }, () => refusesUsernames(context, token)));
    return { ...link, email: '', isUsed, isProfessional };
  }
  if (error && context.posted.findForm()) {
    logFailedCall(context, error, 'failed to load the parent record');
    return { ...link, email: '', isUsed: false, isProfessional, hasFailed: true };
  }
  if (error) throw new Error('Failed to load the parent record', { cause: error });
  return { ...link, email: data.email ?? '', isUsed: false, isProfessional: data.isProfessional === true };
}

/** Parent A, who has paid in this browser. Parent B has another page. */
function findPayer({ session: { state } }: RequestContext): CredentialsHolder | undefined {
  const { paid, credentials, invited } = state ?? {};
  // Without a token there is nothing to set, so the guard redirects to the receipt.
  if (!paid || invited || paid.clickToJoinToken === null) return undefined;
  const { userId, email } = paid.registration.parent;
  return {
    userId,
    email,
    token: paid.clickToJoinToken,
    chosen: credentials,
    hasReceipt: true,
    isUsed: false,
    isProfessional: false,
  };
}
