import type { With } from '~/journeys/open-states';
import type { RequestContext } from '~/server/request/request-context.server';
import { registrationHeaders } from './registration-headers';

type Update = RequestContext['services']['backend']['registrations']['update'];

/**
 * Keeps an answer with the registration of parent A.
 *
 * @param body its sections, by app/backend/request-bodies.ts
 * @throws what the backend throws; `refusalResponse` makes a page of it
 */
export async function updateRegistration(
  context: RequestContext,
  state: With<'registration'>,
  body: Parameters<Update>[0]['body'],
): Promise<void> {
  await context.services.backend.registrations.update({
    params: { signupId: state.registration.signupId },
    headers: registrationHeaders(context, state),
    body,
  });
}
