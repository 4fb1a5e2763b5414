import type { BillingDetails, ParentContact } from '~/domain/people';
import type { Patch } from '../parent/progress';
import { freshState, type Invited, type JoinState } from '../join-state';
import { needsBillingInfo } from './steps';

/**
 * What each submitted step of an invited co-parent makes of the state (docs/rules.md, "Invited progress"). The package choice and the
 * checkout are parent A's (app/journeys/parent/progress.ts).
 */

/** The state of somebody who has opened their invite and entered nothing. */
export function invitedState(invited: Invited): JoinState {
  return { ...freshState, invited };
}

/** The package that somebody else has paid for them is chosen already (docs/rules.md, "Preselected package"). */
export function paidForPackage(invite: { isSubscriptionCurrent: boolean; coparentPackageId: string | null }): Patch {
  const { isSubscriptionCurrent, coparentPackageId } = invite;
  if (!isSubscriptionCurrent || coparentPackageId === null) return {};
  return { chosenPackage: { id: coparentPackageId, buildYourOwn: false } };
}

export function afterParentStep(
  state: JoinState,
  told: { invited: Invited; parent: ParentContact; pricing: NonNullable<JoinState['pricing']> },
): Patch {
  const { invited, parent, pricing } = told;
  const packageHolds = state.chosenPackage !== undefined && pricing.packageIds.includes(state.chosenPackage.id);
  const kept = packageHolds && state.lastCompletedStep === 2 ? 2 : 1;
  return {
    invited,
    parent,
    pricing,
    duplicate: undefined,
    ...(packageHolds ? {} : { chosenPackage: undefined, order: undefined }),
    lastCompletedStep: needsBillingInfo({ ...state, invited }) ? 2 : kept,
  };
}

/** The billing address of a subscription that runs already: nothing is paid for it. */
export function afterBillingInfo(billing: BillingDetails): Patch {
  return { billing };
}

/** Username and password are set, and with them the sign-up is done. */
export function afterInvitedCredentials(userId: string, username: string): Patch {
  return { credentials: { username, userId, signedIn: false }, drafts: undefined };
}
