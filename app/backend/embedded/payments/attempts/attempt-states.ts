import { keysOf } from '~/domain/keys-of';
import type { PaymentAttemptTable } from '~/store/backend-tables';

export type AttemptState = PaymentAttemptTable['state'];

interface StateMeaning {
  /** `open`: money may be held, so no other attempt may start. `paid`: the order is valid. `closed`: we kept no money. */
  standing: 'open' | 'paid' | 'closed';
  /** The transitions that the server makes. */
  next: readonly AttemptState[];
  /** The next state of a closed attempt if the provider turns out to hold its money. */
  whenTakenLate?: AttemptState;
  /** The transitions for an operator's report, after they settled the matter at the provider (`npm run payments`). */
  byPerson?: Readonly<Record<OperatorWord, Closing>>;
}

/**
 * What an operator reports about a payment:
 *
 * - `settled`: we have the money
 * - `voided`: no money was taken, and none is held
 * - `refunded`: the money was taken and returned
 * - `again`: the problem at the provider is solved, so the server looks the payment up again
 */
export const OPERATOR_WORDS = ['settled', 'voided', 'refunded', 'again'] as const;
export type OperatorWord = (typeof OPERATOR_WORDS)[number];

/** The payment's next state, depending on whether an order exists. Null rejects the operator's report. */
export interface Closing {
  withOrder: AttemptState | null;
  withoutOrder: AttemptState | null;
}

/** The meaning of each state. The store's unique index allows each sign-up one attempt that is open or paid. */
export const ATTEMPT_STATES: Readonly<Record<AttemptState, StateMeaning>> = {
  /** The row is written. The provider may or may not have received the request. */
  started: { standing: 'open', next: ['unknown', 'authorised', 'declined', 'voided', 'refunded', 'needs-operator'] },
  /** The provider received the request and the result is unknown. It is looked up; the money is never requested a second time. */
  unknown: { standing: 'open', next: ['authorised', 'declined', 'voided', 'refunded', 'needs-operator'] },
  /** The money is held, or the amount is zero. The account does not exist yet. */
  authorised: { standing: 'open', next: ['registered', 'voided', 'needs-operator'] },
  /** Account, family, order and receipt exist. The money is still only held. */
  registered: { standing: 'paid', next: ['settled', 'needs-operator'] },
  settled: { standing: 'paid', next: [] },
  declined: { standing: 'closed', next: [], whenTakenLate: 'taken-late' },
  /** The money was released because the order could not be registered, or was never taken. */
  voided: { standing: 'closed', next: [], whenTakenLate: 'taken-late' },
  /** An operator returned the money, whether taken or held for an order. The order's record stays. */
  refunded: { standing: 'closed', next: [] },
  /**
   * The attempt was closed, and then the provider was found to hold its money, which is being released. The sign-up may have paid again
   * meanwhile, so this state does not block another attempt.
   */
  'taken-late': { standing: 'closed', next: ['voided', 'refunded', 'orphaned'] },
  /** The provider refused to release that money. An operator must return it. */
  orphaned: {
    standing: 'closed',
    next: [],
    byPerson: {
      settled: { withOrder: null, withoutOrder: null },
      voided: { withOrder: null, withoutOrder: 'voided' },
      refunded: { withOrder: null, withoutOrder: 'refunded' },
      again: { withOrder: null, withoutOrder: 'taken-late' },
    },
  },
  /** The provider's records differ from ours. An operator must report the outcome, or ask for another look-up. */
  'needs-operator': {
    standing: 'open',
    next: [],
    byPerson: {
      settled: { withOrder: 'settled', withoutOrder: null },
      voided: { withOrder: null, withoutOrder: 'voided' },
      refunded: { withOrder: 'refunded', withoutOrder: 'refunded' },
      again: { withOrder: 'registered', withoutOrder: 'unknown' },
    },
  },
};

export const ALL_STATES = keysOf(ATTEMPT_STATES);

/** The states that block another attempt of the same sign-up. */
export const LIVE_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].standing !== 'closed');

/** The states that recovery works on. */
export const UNFINISHED_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].next.length > 0);

/** The states that wait for an operator. */
export const WAITING_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].byPerson);

/** The states that recovery works on, or that wait for an operator. */
export const UNRESOLVED_STATES = [...UNFINISHED_STATES, ...WAITING_STATES];

/** The states that need no further work. Some of them can still change by `whenTakenLate`. */
export const FINAL_STATES = ALL_STATES.filter(
  (state) => ATTEMPT_STATES[state].next.length === 0 && !ATTEMPT_STATES[state].byPerson,
);

/** No money was taken or held, so such attempts are not financial records. */
export const WITHOUT_MONEY: readonly AttemptState[] = ['declined', 'voided'];

/** The states in which an attempt without an order no longer needs its payer. Of money that was taken and returned, the figures stay. */
export const NEEDS_NO_PAYER: readonly AttemptState[] = [...WITHOUT_MONEY, 'refunded'];

/** @throws Error if the table does not allow the transition, which is a bug */
export function requireTransition(from: AttemptState, to: AttemptState): void {
  const { next, whenTakenLate } = ATTEMPT_STATES[from];
  if (!next.includes(to) && to !== whenTakenLate) throw new Error(`A payment attempt cannot go from ${from} to ${to}`);
}

/** Our reasons for closing an attempt. Other reasons come from the processor. */
export const OWN_REASONS = {
  /** The provider never took the money and can no longer take it. */
  notTaken: 'not-taken',
  codeSpent: 'code-spent',
  parentDuplicate: 'parent-duplicate',
  coParentDuplicate: 'co-parent-duplicate',
  paidByCoParent: 'paid-by-co-parent',
  /** The payer's data was erased before the order was registered. */
  payerDeleted: 'payer-deleted',
  voidedElsewhere: 'voided-elsewhere',
  /** The provider took the money after the attempt was closed, and has released it. */
  takenLate: 'taken-late',
} as const;

/** Why an attempt waits for an operator. The provider's own reason is appended to the last two. */
export const OPERATOR_REASONS = {
  chargedTwice: 'charged-twice',
  amountDiffers: 'amount-differs',
  /** No `SESSION_SECRET` opens the activation codes. */
  codesUnreadable: 'codes-unreadable',
  settlementRefused: 'settlement-refused-',
  voidRefused: 'void-refused-',
} as const;
