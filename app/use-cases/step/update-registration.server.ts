import type { RegistrationUpdate } from '~/backend/schemas/registration-updates';
import type { Language } from '~/i18n/languages';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';
import { afterSubscriptionStatus, type Patch } from '~/journeys/parent/progress';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Keeps an answer with the registration of parent A.
 *
 * @param body its sections, by app/backend/request-bodies.ts
 * @returns what the answer makes of the state
 * @throws what the backend throws; `refusalResponse` makes a page of it
 */
export async function updateRegistration(
  context: RequestContext,
  state: With<'registration'>,
  body: RegistrationUpdate,
): Promise<Patch> {
  const { subscriptionStatus } = await context.services.backend.registrations.update({
    params: { signupId: state.registration.signupId },
    headers: registrationHeaders(context, state),
    body,
  });
  return afterSubscriptionStatus(subscriptionStatus);
}

export function registrationHeaders(
  { language }: { language: Language },
  { registration, discount }: Pick<With<'registration'>, 'registration' | 'discount'>,
) {
  return {
    'x-registration-key': registration.registrationKey,
    'accept-language': language,
    ...referrerHeader(discount),
  };
}

/** docs/rules.md, "Discount link" */
export function referrerHeader(discount: JoinState['discount']): { 'x-referrer-key'?: string } {
  return discount ? { 'x-referrer-key': discount.referrer } : {};
}

/** @param id where a price depends on it, the one that the sign-up began with (docs/rules.md, "Consent to analytics") */
export function anonymousHeader(id: string | null): { 'x-anonymous-id'?: string } {
  return id === null ? {} : { 'x-anonymous-id': id };
}
