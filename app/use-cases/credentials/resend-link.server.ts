import { isDefinedError } from '@orpc/client';
import { requireAccepted } from '~/backend/refusal';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Asks the backend to mail the link to username and password again, for the sign-up that has ended at this browser's session id. Whether it
 * did so remains unknown here (docs/rules.md, "New ids").
 *
 * @throws Error if the backend does not answer
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
    // A registration that the backend has deleted since.
    if (!(error instanceof Error) || !isDefinedError(error)) throw error;
  }
}
