import { safe } from '@orpc/client';
import { isRefusal, readRefusal } from '~/backend/refusal';
import type { Credentials } from '~/forms/credentials';
import type { JoinState } from '~/journeys/join-state';
import { checkRateLimit, tooManyTries } from '~/use-cases/step/check-rate-limit.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';

/** Options for `formError`. */
export interface CredentialsError {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  status?: number;
}

/** @param token the credentials token @returns undefined on success */
export async function setCredentials(
  context: RequestContext,
  token: string,
  credentials: Credentials,
): Promise<CredentialsError | undefined> {
  return (await findUsernameError(context, token, credentials.username)) ?? putCredentials(context, token, credentials);
}

/** Undefined when the username is free or the check failed; the call that sets it reports the rest. */
export async function findUsernameError(
  context: RequestContext,
  token: string,
  username: string,
): Promise<CredentialsError | undefined> {
  // The answer reveals whether a username is taken, so it is limited too.
  if (!(await checkRateLimit(context, 'usernameCheck', { uniqueKey: username }))) return tooManyTries(context);
  const { backend } = context.services;
  const { data } = await safe(
    backend.credentials.usernameAvailability({ headers: { authorization: `Bearer ${token}` }, body: { username } }),
  );
  if (data?.meetsRequirements === false) {
    return { fieldErrors: { username: ['errors:validUsernameRequirement_error'] } };
  }
  return data?.available === false ? { fieldErrors: { username: ['errors:usernameUnavailable'] } } : undefined;
}

export async function putCredentials(
  context: RequestContext,
  token: string,
  { username, password }: Credentials,
): Promise<CredentialsError | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': context.language };
  const { error } = await safe(context.services.backend.credentials.set({ headers, body: { username, password } }));
  if (!error) return undefined;
  const refusal = readRefusal(error);
  if (refusal.kind === 'invalid') return { formErrors: refusal.texts };
  logFailedCall(context, error, 'the credentials could not be set');
  return { formErrors: ['parent:credentials.failed'], status: isRefusal(error) ? 422 : 502 };
}

type Account = Pick<NonNullable<JoinState['credentials']>, 'signedIn' | 'auth'> & { nextUrl: string };

/** Signs in (docs/rules.md, "Sign-in"). An answer that points to the root or the login page is a failed sign-in. */
export async function signIn(
  context: RequestContext,
  { username, password }: Credentials,
): Promise<{ outcome: 'signed-in'; account: Account } | { outcome: 'failed'; message: string }> {
  const { backend, urls } = context.services;
  const { error, data } = await safe(
    backend.sessions.create({
      headers: { 'accept-language': context.language },
      body: { username, password, submit: 'Sign In', _eventId: 'submit' },
    }),
  );
  if (error) {
    logFailedCall(context, error, 'the sign-in failed');
    return { outcome: 'failed', message: 'common:errors.generic' };
  }
  const target = data.url ?? data.redirectUrl ?? '/';
  const path = pathOf(target);
  if (path === '/' || path === pathOf(urls.logIn))
    return { outcome: 'failed', message: 'parent:credentials.loginError' };
  return { outcome: 'signed-in', account: { signedIn: true, nextUrl: target, auth: data.auth ?? undefined } };
}

function pathOf(url: string): string {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '/';
}
