import { ORPCError, safe } from '@orpc/client';
import { data } from '@remix-run/node';
import { isRefusal, requireAccepted } from '~/backend/refusal';
import type { RequestContext } from '~/server/request/request-context.server';
import { countAttempt, logFailedCall } from '~/use-cases/step/refuse.server';

/**
 * Sends a request for another mail, within the limit of such requests.
 *
 * @param message what the log says if the call fails
 * @returns the failure for the page, or undefined if the request was sent
 */
export async function sendAgain(
  context: RequestContext,
  send: (context: RequestContext) => Promise<void>,
  message: string,
) {
  const wait = await countAttempt(context, 'inviteRenewal');
  if (wait !== undefined) return failed(context.t('invite:request.tooOften', { wait }), 429);
  const { error } = await safe(send(context));
  if (!error) return undefined;
  logFailedCall(context, error, message);
  return failed(context.t('common:errors.generic'), isRefusal(error) ? 422 : 502);
}

function failed(message: string, status: number) {
  return data({ message, hasErrors: true }, { status });
}

/**
 * Asks the backend to mail the credentials link again, for the sign-up that has ended at this browser's session id. The response does not
 * reveal whether it did (docs/rules.md, "New ids").
 *
 * @throws Error if the backend fails
 */
export async function resendLink({ services, session, language }: RequestContext): Promise<void> {
  const { registration, invited } = session.left;
  const { registrations, invites } = services.backend;
  const headers = { 'accept-language': language };
  try {
    if (invited) requireAccepted(await invites.renew({ headers, body: { inviteToken: invited.token } }));
    if (!registration) return;
    const { signupId, registrationKey } = registration;
    requireAccepted(
      await registrations.resendLink({
        params: { signupId },
        headers: { ...headers, 'x-registration-key': registrationKey },
        body: { kind: 'credentials' },
      }),
    );
  } catch (error) {
    // The backend has deleted the registration. NOT_FOUND means that it lacks the call.
    if (!(error instanceof ORPCError && error.defined && error.code === 'FORBIDDEN')) throw error;
  }
}
