import { safe } from '@orpc/client';
import { isRefusal, readRefusal } from '~/backend/refusal';
import type { Credentials } from '~/forms/credentials';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';

/** Options for `formError`. */
export interface CredentialsError {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  status?: number;
  /** The token is good for nothing any more. */
  isTokenSpent?: boolean;
}

/** @param token the credentials token @returns undefined on success */
export async function setCredentials(
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
  return {
    isTokenSpent: refusal.kind === 'gone',
    formErrors: ['parent:credentials.failed'],
    status: isRefusal(error) ? 422 : 502,
  };
}
