import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import { isRefusal } from '~/backend/refusal';
import { withTimeout } from '~/lib/with-timeout';
import type { ChosenCredentials, JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** Completes the sign-up in this session, unless the other request of a double click stores the username. */
export function markAsSetElsewhere({ session }: RequestContext, userId: string | null): void {
  session.renewId('complete', { yields: true });
  session.update({ credentials: credentialsSetElsewhere(userId), drafts: undefined });
}

/** The credentials were set in another browser, so this session does not know the username. */
function credentialsSetElsewhere(userId: string | null): ChosenCredentials {
  return { username: '', signedIn: false, userId };
}

/** Whether the credentials were set in another browser. */
export function areSetElsewhere({ username }: ChosenCredentials): boolean {
  return username === '';
}

/**
 * Parent A's state, including credentials set in another browser by the mailed link (docs/rules.md, "Set elsewhere"). Does not write, so it
 * is safe for prefetches. Calls the backend only while this browser has not set them.
 */
export async function findStateWithCredentials(context: RequestContext): Promise<JoinState | undefined> {
  const { state } = context.session;
  if (!state?.paid || state.invited || state.credentials) return state;
  const { clickToJoinToken: token, registration } = state.paid;
  const { userId } = registration.parent;
  if (token === null || !(await isTokenRejected(context, userId, token))) return state;
  return { ...state, credentials: credentialsSetElsewhere(userId) };
}

/**
 * Another browser may have set the payer's credentials while this one showed the form.
 *
 * @throws Response a redirect to the receipt, unless the page is a mailed link's
 */
export async function redirectIfSetElsewhere(context: RequestContext): Promise<void> {
  if (context.returnLink) return;
  const state = await findStateWithCredentials(context);
  if (state?.credentials && !context.session.state?.credentials) throw redirect('/receipt', 303);
}

/** Any valid username works, because the call only checks whether the token is still accepted. */
const PROBE_USERNAME = 'some.username';

/** Don't make a visitor who has just paid wait for a slow backend. */
const TIMEOUT_MS = 2000;

/**
 * Whether the backend rejects a credentials token, so that it is used up or has expired. Requires both calls to reject it, because a backend
 * that lacks one of them rejects it for every visitor. If the calls fail, the form's submission reports that.
 */
export async function isTokenRejected(context: RequestContext, userId: string | null, token: string): Promise<boolean> {
  if (userId === null) return false;
  const { parents } = context.services.backend;
  const headers = { authorization: `Bearer ${token}` };
  return (
    (await isRefused(() => parents.get({ params: { userId }, headers }))) && (await refusesUsernames(context, token))
  );
}

/** Whether the backend rejects the token when a username is checked. */
export function refusesUsernames({ services }: RequestContext, token: string): Promise<boolean> {
  const { credentials } = services.backend;
  const headers = { authorization: `Bearer ${token}` };
  return isRefused(() => credentials.usernameAvailability({ headers, body: { username: PROBE_USERNAME } }));
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  const { error } = await safe(withTimeout(TIMEOUT_MS, call));
  return error !== null && isRefusal(error);
}
