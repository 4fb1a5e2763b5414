import { buildsTheirOwn, checkout, isPaying } from './checkout';
import { freshState, inviteIdOf, type JoinState } from './join-state';
import { findDuplicate } from './progress';
import { sequence, type RedirectTarget, type StepsOf } from './sequence';

/**
 * Parent A's steps (docs/rules.md, "Parent progress"). A link checks the answers as well as the count, because two concurrent posts can
 * leave one without the other.
 */
const CHAIN = sequence<JoinState>('')
  .step('step1', { dot: 1, when: isNotInvited })
  .step('step2', {
    dot: 2,
    needs: ['parent', 'registration', 'pricing'],
    when: ({ lastCompletedStep }) => lastCompletedStep >= 1,
  })
  .step('step3', { dot: 3, needs: ['family'], when: ({ lastCompletedStep }) => lastCompletedStep >= 2 })
  .detour('alacarte', { dot: 3, needs: ['chosenPackage'], when: buildsTheirOwn })
  .with(checkout({ dot: 4, count: 3 }))
  .ending('credentials', { needs: ['paid'], when: ({ paid }) => paid?.clickToJoinToken !== null })
  // Credentials need a token. Without a payment the page shows its reload notice.
  .ending('receipt', {
    needs: ['paid'],
    when: ({ paid, credentials }) => credentials !== undefined || paid?.clickToJoinToken === null,
    anyway: isUnpaid,
  })
  .end(['you', 'family', 'package', 'payment']);

export type ParentSteps = StepsOf<typeof CHAIN>;

/** Parent A signs up first, invites the co-parent and pays. */
export const PARENT = {
  ...CHAIN,
  name: 'parent',
  base: '',
  guard: guardStep,
  packages: 'step3',
  buildYourOwn: 'alacarte',
  start: '/step1',
  restartPath: '/step1',
  paymentRestartPath: '/step1',
} as const;

function isNotInvited(state: JoinState): state is JoinState & { invited?: undefined } {
  return inviteIdOf(state) === undefined;
}

function isUnpaid(state: JoinState): state is JoinState & { paid?: undefined } {
  return state.paid === undefined;
}

/** docs/rules.md, "Parent guard" */
function guardStep(name: keyof ParentSteps, state: JoinState = freshState): RedirectTarget | null {
  // The first step asks which sign-up to continue.
  if (!isNotInvited(state))
    return { to: name === 'step1' && !state.paid && !state.attempt ? '/invite?begin' : '/invite' };
  if (state.paid) return guardFinished(name, state);
  // A credentials token exists only after a payment. The receipt shows its reload notice instead.
  if (name === 'credentials') return { home: true };
  if (name === 'receipt') return null;
  if (state.subscriptionStatus === 'current') return { to: '/securityquestions' };
  // The old flow sends a duplicate parent to the first step.
  const duplicate = findDuplicate(state);
  if (duplicate && !duplicate.isOldFlow && name !== 'step1') return { to: '/duplicate' };
  // The data that a payment depends on must not change while it is in progress.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/payment/review' };
  return CHAIN.getStep(name).isOpen(state) ? null : { to: CHAIN.firstUnfinished(state) };
}

/** Back after paying must never offer to pay again. */
function guardFinished(name: keyof ParentSteps, state: JoinState): RedirectTarget | null {
  const isAfterPayment = name === 'credentials' || name === 'receipt';
  if (isAfterPayment && CHAIN.getStep(name).isOpen(state)) return null;
  return { to: CHAIN.getStep('receipt').isOpen(state) ? '/receipt' : '/credentials' };
}
