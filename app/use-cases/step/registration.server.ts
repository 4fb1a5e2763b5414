import { parentBodyOf } from '~/backend/request-bodies';
import type { RegistrationUpdate } from '~/backend/schemas/sections';
import type { Language } from '~/i18n/languages';
import type { JoinState, Registration, With } from '~/journeys/join-state';
import { afterStep1, afterSubscriptionStatus, withKnownTimezone, type Patch } from '~/journeys/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import { CONTACT, type ParentContact } from '~/steps/contact';

/**
 * Sends the contact to the backend, and loads the packages that are available to it.
 *
 * @param parentDuplicateConfirmed the parent knows that their e-mail has an account, and continues
 * @returns how the first step changes the state
 * @throws the backend's errors (app/backend/refusal.ts)
 */
export async function registerParent(
  context: RequestContext,
  state: JoinState,
  parent: ParentContact,
  parentDuplicateConfirmed: boolean,
): Promise<Patch> {
  const country = state.billing?.country ?? null;
  // First, because it creates nothing: a failure must leave no registration that the session does not know.
  const pricing = await findPricing(context, { ...parent, country });
  const { registration, update } = await register(context, state, { parent, parentDuplicateConfirmed });
  return {
    ...afterStep1(state, parent, registration, pricing),
    ...update,
    experimentId: context.experimentId,
    confirmedDuplicate: parentDuplicateConfirmed ? parent.email : undefined,
  };
}

/** Creates the registration, or updates the existing one. */
async function register(
  context: RequestContext,
  state: JoinState,
  { parent, parentDuplicateConfirmed }: { parent: ParentContact; parentDuplicateConfirmed: boolean },
): Promise<{ registration: Registration; update: Patch }> {
  const { registration } = state;
  if (registration) {
    const update = await updateRegistration(
      context,
      { ...state, registration },
      {
        sections: ['PARENT'],
        parent: parentBodyOf(withKnownTimezone(parent, state)),
        parentDuplicateConfirmed,
      },
    );
    return { registration, update };
  }
  const { subscriptionStatus, ...created } = await context.services.backend.registrations.create({
    headers: { 'accept-language': context.language, ...referrerHeader(state.discount) },
    body: {
      parent: CONTACT.toBody(parent),
      parentDuplicateConfirmed,
      sections: ['PARENT'],
      segmentAnonymousId: context.anonymousId,
      segmentIdentify: context.anonymousId !== null,
    },
  });
  return { registration: created, update: afterSubscriptionStatus(subscriptionStatus) };
}

/**
 * Saves an answer in parent A's registration.
 *
 * @param body its sections, by app/backend/request-bodies.ts
 * @returns how the answer changes the state
 * @throws the backend's errors, which `defineStep` turns into a page
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

/** @param id the id at the beginning of the sign-up, if a price depends on it (docs/rules.md, "Consent to analytics") */
export function anonymousHeader(id: string | null): { 'x-anonymous-id'?: string } {
  return id === null ? {} : { 'x-anonymous-id': id };
}

/** The visitor's data that determines the available packages. */
interface Asker {
  /** ISO 3166-1 alpha-2. Null while no address is known; then the calling code determines the packages. */
  country: string | null;
  countryCode: string;
  phoneNumber: string;
}

/** The available packages (docs/rules.md, "Pricing groups"). @throws the backend's errors (app/backend/refusal.ts) */
export async function findPricing(
  context: RequestContext,
  { country, countryCode, phoneNumber }: Asker,
): Promise<NonNullable<JoinState['pricing']>> {
  const { pricingGroupName, packageIds } = await context.services.backend.pricingGroups.find({
    headers: { 'accept-language': context.language, ...anonymousHeader(context.experimentId) },
    body: { country, countryCode: countryCode.slice(1), phoneNumber },
  });
  return { group: pricingGroupName, packageIds };
}
