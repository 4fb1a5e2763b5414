import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import { isRefusal } from '~/backend/refusal';
import { withTimeout } from '~/lib/with-timeout';
import type { ChosenCredentials, JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** What is known of username and password that were set in another browser. */
export function credentialsSetElsewhere(userId: string | null): ChosenCredentials {
  return { username: '', signedIn: false, userId };
}

/** Whether nobody knows here which they are. */
export function areSetElsewhere({ username }: ChosenCredentials): boolean {
  return username === '';
}

/**
 * Parent A's state, also where another browser has set username and password, by the link in the mail (docs/rules.md, "Set elsewhere").
 * Writes nothing, so that it holds for a page that nobody sees, too. Asks the backend only while this browser has not set them.
 */
export async function findStateWithCredentials(context: RequestContext): Promise<JoinState | undefined> {
  const { state } = context.session;
  if (!state?.paid || state.invited || state.credentials) return state;
  const { clickToJoinToken: token, registration } = state.paid;
  const { userId } = registration.parent;
  if (token === null || !(await isTokenSpent(context, userId, token))) return state;
  return { ...state, credentials: credentialsSetElsewhere(userId) };
}

/** Another browser may be faster than the form of this one. @throws Response a redirect to the receipt */
export async function redirectIfSetElsewhere(context: RequestContext): Promise<void> {
  const state = await findStateWithCredentials(context);
  if (state?.credentials && !context.session.state?.credentials) throw redirect('/receipt', 303);
}

/** Any that keeps the rules: what is asked is whether the token may ask. */
const SOME_USERNAME = 'some.username';

/** Somebody who has just paid does not wait for a backend that is slow. */
const ANSWER_MS = 2000;

/**
 * Whether a credentials token has done its work. A backend that lacks one of the calls refuses it to everybody, so it takes two refusals to
 * keep somebody who has paid from the form. Where the backend does not say, the form finds out when it is sent.
 */
export async function isTokenSpent(
  { services }: RequestContext,
  userId: string | null,
  token: string,
): Promise<boolean> {
  if (userId === null) return false;
  const { parents, credentials } = services.backend;
  const headers = { authorization: `Bearer ${token}` };
  const body = { username: SOME_USERNAME };
  return (
    (await isRefused(() => parents.get({ params: { userId }, headers }))) &&
    (await isRefused(() => credentials.usernameAvailability({ headers, body })))
  );
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  const { error } = await safe(withTimeout(ANSWER_MS, call));
  return error !== null && isRefusal(error);
}
