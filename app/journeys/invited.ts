import { buildsTheirOwn, checkout, isPaying } from './checkout';
import type { ParentContact } from '~/steps/contact';
import { freshState, type Invited, type JoinState } from './join-state';
import { isOffered, withKnownTimezone, type Patch } from './progress';
import { sequence, type ProgressStep, type RedirectTarget, type StepsOf } from './sequence';

/**
 * Parent B's steps (docs/rules.md, "Invited progress"). The welcome and the request for a new link are not steps: they open without any
 * state. `app/routes.shared.ts` mounts parent A's screens for the packages and the checkout.
 */
const CHAIN = sequence<JoinState>('/invite')
  .step('step1', { dot: 1, needs: ['invited'] })
  .detour('billing-info', {
    needs: ['parent'],
    when: (state) => state.lastCompletedStep >= 1 && needsBillingInfo(state),
  })
  .step('packages', {
    dot: 2,
    needs: ['parent', 'pricing'],
    when: (state) => state.lastCompletedStep >= 1 && !skipsPayment(state),
  })
  .detour('choose-your-own', { dot: 2, needs: ['chosenPackage'], when: buildsTheirOwn })
  .with(checkout({ dot: 3, count: 2 }))
  .ending('credentials', { when: (state) => canSetCredentials(state) || state.credentials !== undefined })
  // Without a payment, the guard redirects from there to the home page.
  .ending('receipt', { needs: ['credentials'] })
  .end(['you', 'package', 'payment']);

export type InvitedSteps = StepsOf<typeof CHAIN>;

/** The page that asks for a new invite link. */
export const NEW_LINK_PATH = '/invite/request';

/** Parent B, invited by the other parent or by a professional. */
export const INVITED = {
  ...CHAIN,
  progressOf,
  name: 'invited',
  base: '/invite',
  guard: guardStep,
  packages: 'packages',
  buildYourOwn: 'choose-your-own',
  start: '/invite',
  restartPath: '/invite/step1',
  paymentRestartPath: NEW_LINK_PATH,
} as const;

/** If parent B pays nothing, package and payment are done from the start. */
function progressOf(state: JoinState): readonly ProgressStep[] {
  const dots = CHAIN.progressOf(state);
  return skipsPayment(state) ? dots.map((dot) => (dot.name === 'you' ? dot : { ...dot, isDone: true })) : dots;
}

/** Another person has paid, or a professional created the account (docs/rules.md, "Current subscription"). */
export function skipsPayment({ invited }: Pick<JoinState, 'invited'>): boolean {
  return invited !== undefined && (invited.isSubscriptionCurrent || invited.userCreatedByPro);
}

export function needsBillingInfo({ invited }: Pick<JoinState, 'invited'>): boolean {
  return invited !== undefined && invited.isSubscriptionCurrent && !invited.billingAddressComplete;
}

/** The welcome page then links straight to them. */
export function needsOnlyCredentials(invited: Invited): boolean {
  return invited.isSubscriptionCurrent && invited.billingAddressComplete && invited.requireCredentials;
}

function canSetCredentials(state: JoinState): boolean {
  const { paid, invited, parent, billing, lastCompletedStep } = state;
  if (paid) return true;
  if (!invited || !skipsPayment(state)) return false;
  if (needsOnlyCredentials(invited)) return true;
  const hasContact = lastCompletedStep >= 1 && parent !== undefined;
  return hasContact && (!needsBillingInfo(state) || billing !== undefined);
}

/** docs/rules.md, "Invited guard" */
function guardStep(name: keyof InvitedSteps, state: JoinState | undefined): RedirectTarget | null {
  if (name === 'receipt' && !state?.paid) return { home: true };
  if (!state?.invited) return { to: '/invite' };
  if (state.credentials) return guardFinished(name, state);
  if (state.paid) return name === 'credentials' ? null : { to: '/invite/credentials' };
  if (state.duplicate && name !== 'step1') return { to: '/duplicate' };
  // The data that a payment depends on must not change while it is in progress.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/invite/payment/review' };
  return CHAIN.getStep(name).isOpen(state) ? null : { to: CHAIN.firstUnfinished(state) };
}

function guardFinished(name: keyof InvitedSteps, state: JoinState): RedirectTarget | null {
  if (name === 'credentials' || (name === 'receipt' && state.paid)) return null;
  return { to: state.paid ? '/invite/receipt' : '/invite/credentials' };
}

export function invitedState(invited: Invited): JoinState {
  return { ...freshState, invited };
}

/** A package that another person has paid for is already chosen (docs/rules.md, "Preselected package"). */
export function paidForPackage(invite: { isSubscriptionCurrent: boolean; coparentPackageId: string | null }): Patch {
  const { isSubscriptionCurrent, coparentPackageId } = invite;
  if (!isSubscriptionCurrent) return {};
  // Without an id, an earlier choice of this visitor is not what was paid for.
  const chosenPackage = coparentPackageId === null ? undefined : { id: coparentPackageId, buildYourOwn: false };
  return { chosenPackage, order: undefined };
}

export function afterParentStep(
  state: JoinState,
  submitted: { invited: Invited; parent: ParentContact; pricing: NonNullable<JoinState['pricing']> },
): Patch {
  const { invited, parent, pricing } = submitted;
  const isPackageOffered = state.chosenPackage !== undefined && isOffered(pricing, state.chosenPackage.id);
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

export function afterInvitedCredentials(userId: string, username: string): Patch {
  return { credentials: { username, userId, signedIn: false }, drafts: undefined };
}
