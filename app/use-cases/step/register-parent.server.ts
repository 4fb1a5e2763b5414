import { contactBodyOf, parentBodyOf } from '~/backend/request-bodies';
import type { ParentContact } from '~/domain/people';
import type { JoinState } from '~/journeys/join-state';
import { afterStep1, afterSubscriptionStatus, withKnownTimezone, type Patch } from '~/journeys/parent/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import { findPricing } from './find-pricing.server';
import { referrerHeader, updateRegistration } from './update-registration.server';

/**
 * Tells the backend who signs up, and asks what is on offer to them.
 *
 * @param parentDuplicateConfirmed they know that their e-mail has an account, and go on
 * @returns what the first step makes of the state
 * @throws what the backend throws (app/backend/refusal.ts)
 */
export async function registerParent(
  context: RequestContext,
  state: JoinState,
  parent: ParentContact,
  parentDuplicateConfirmed: boolean,
): Promise<Patch> {
  const { registration, told } = await register(context, state, { parent, parentDuplicateConfirmed });
  const country = state.billing?.country ?? null;
  return {
    ...afterStep1(state, parent, registration, await findPricing(context, { ...parent, country })),
    ...told,
    experimentId: context.experimentId,
    confirmedDuplicate: parentDuplicateConfirmed ? parent.email : undefined,
  };
}

/** Creates the registration, or updates the one that is there. */
async function register(
  context: RequestContext,
  state: JoinState,
  { parent, parentDuplicateConfirmed }: { parent: ParentContact; parentDuplicateConfirmed: boolean },
): Promise<{ registration: NonNullable<JoinState['registration']>; told: Patch }> {
  const { registration } = state;
  if (registration) {
    const told = await updateRegistration(
      context,
      { ...state, registration },
      {
        sections: ['PARENT'],
        parent: parentBodyOf(withKnownTimezone(parent, state)),
        parentDuplicateConfirmed,
      },
    );
    return { registration, told };
  }
  const { subscriptionStatus, ...created } = await context.services.backend.registrations.create({
    headers: { 'accept-language': context.language, ...referrerHeader(state.discount) },
    body: {
      parent: contactBodyOf(parent),
      parentDuplicateConfirmed,
      sections: ['PARENT'],
      segmentAnonymousId: context.anonymousId,
      segmentIdentify: context.anonymousId !== null,
    },
  });
  return { registration: created, told: afterSubscriptionStatus(subscriptionStatus) };
}
