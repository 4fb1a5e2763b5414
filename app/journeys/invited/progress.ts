import { withBillingContact, type BillingAnswers, type ParentContact } from '~/domain/people';
import type { With } from '../open-states';
import { withKnownTimezone, type Patch } from '../parent/progress';
import { freshState, type Invited, type JoinState } from '../join-state';
import { needsBillingInfo } from './steps';

/** docs/rules.md, "Invited progress". Packages and checkout share app/journeys/parent/progress.ts. */

export function invitedState(invited: Invited): JoinState {
  return { ...freshState, invited };
}

/** A package that somebody else has paid for is already chosen (docs/rules.md, "Preselected package"). */
export function paidForPackage(invite: { isSubscriptionCurrent: boolean; coparentPackageId: string | null }): Patch {
  const { isSubscriptionCurrent, coparentPackageId } = invite;
  if (!isSubscriptionCurrent || coparentPackageId === null) return {};
  return { chosenPackage: { id: coparentPackageId, buildYourOwn: false } };
}

export function afterParentStep(
  state: JoinState,
  submitted: { invited: Invited; parent: ParentContact; pricing: NonNullable<JoinState['pricing']> },
): Patch {
  const { invited, parent, pricing } = submitted;
  const isPackageOffered = state.chosenPackage !== undefined && pricing.packageIds.includes(state.chosenPackage.id);
  const completed = isPackageOffered && state.lastCompletedStep === 2 ? 2 : 1;
  return {
    invited,
    parent: withKnownTimezone(parent, state),
    pricing,
    duplicate: undefined,
    ...(isPackageOffered ? {} : { chosenPackage: undefined, order: undefined }),
    lastCompletedStep: needsBillingInfo({ ...state, invited }) ? 2 : completed,
  };
}

/** The subscription is already paid, so only the address is kept. */
export function afterBillingInfo({ parent }: With<'parent'>, answers: BillingAnswers): Patch {
  return { parent: withBillingContact(parent, answers), billing: answers };
}

export function afterInvitedCredentials(userId: string, username: string): Patch {
  return { credentials: { username, userId, signedIn: false }, drafts: undefined };
}
