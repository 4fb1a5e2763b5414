import { isDefinedError } from '@orpc/client';
import { requireAccepted } from '~/backend/refusal';
import type { RequestContext } from '~/server/request/request-context.server';

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
    // Ignores a defined error, because the backend has deleted the registration.
    if (!(error instanceof Error) || !isDefinedError(error)) throw error;
  }
}
