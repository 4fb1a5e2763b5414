import { keysOf } from '~/domain/keys-of';
import type { PaymentAttemptTable } from '~/store/backend-tables';

/** Where a payment attempt stands. */
export type AttemptState = PaymentAttemptTable['state'];

interface StateMeaning {
  /** `open`: money may be held, so nothing else may be tried. `paid`: the order stands. `closed`: nothing was taken, or it was given back. */
  standing: 'open' | 'paid' | 'closed';
  /** Where it may go from here by itself. */
  next: readonly AttemptState[];
  /** Where a person may take it, who has put things right at the provider, by what they say (`npm run payments`). */
  byPerson?: Readonly<Record<OperatorWord, Closing>>;
}

/**
 * What a person may say of a payment. `settled`: the money is with us. `voided`: nothing is held any more, and nothing was taken. `refunded`:
 * it was taken, and has gone back. `again`: it was put right at the provider, so that the server looks again and goes on from what it finds.
 */
export const OPERATOR_WORDS = ['settled', 'voided', 'refunded', 'again'] as const;
export type OperatorWord = (typeof OPERATOR_WORDS)[number];

/** The state that a payment then has, by whether an order was made of it; null is refused. */
export interface Closing {
  withOrder: AttemptState | null;
  withoutOrder: AttemptState | null;
}

/** What each state means: the one place that says so. The store's unique index allows one attempt a sign-up that is open or paid. */
export const ATTEMPT_STATES: Readonly<Record<AttemptState, StateMeaning>> = {
  /** The row is written; the provider may or may not have been asked. */
  started: { standing: 'open', next: ['unknown', 'authorised', 'declined', 'voided', 'needs-operator'] },
  /** The provider was asked and nobody can tell what it did: it is looked up, never asked again. */
  unknown: { standing: 'open', next: ['authorised', 'declined', 'voided', 'needs-operator'] },
  /** The money is held, or there is none to hold; the account does not exist yet. */
  authorised: { standing: 'open', next: ['registered', 'voided', 'needs-operator'] },
  /** Account, family, order and receipt exist; the money is still only held. */
  registered: { standing: 'paid', next: ['settled', 'needs-operator'] },
  settled: { standing: 'paid', next: [] },
  declined: { standing: 'closed', next: [] },
  /** Given back because the order could not be registered, or never taken. */
  voided: { standing: 'closed', next: [] },
  /** Taken, and given back by a person. */
  refunded: { standing: 'closed', next: [] },
  /** We and the provider disagree: a person has to look, and then says how it ended, or lets us look again. */
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

/** The states that hold a sign-up's one place. */
export const LIVE_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].standing !== 'closed');

/** The states from which recovery has something to do. */
export const UNFINISHED_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].next.length > 0);

/** The states that wait for a person. */
export const WAITING_STATES = ALL_STATES.filter((state) => ATTEMPT_STATES[state].byPerson);

/** The states that nothing and nobody takes an attempt out of. */
export const FINAL_STATES = ALL_STATES.filter(
  (state) => ATTEMPT_STATES[state].next.length === 0 && !ATTEMPT_STATES[state].byPerson,
);

/** @throws Error when the table does not know the way: a fault of ours */
export function requireTransition(from: AttemptState, to: AttemptState): void {
  if (!ATTEMPT_STATES[from].next.includes(to)) throw new Error(`A payment attempt cannot go from ${from} to ${to}`);
}

/** Why an attempt was closed, where the reason is ours and not the processor's. */
export const OWN_REASONS = {
  /** The provider never took it, and by now no longer can. */
  notTaken: 'not-taken',
  codeSpent: 'code-spent',
  parentDuplicate: 'parent-duplicate',
  voidedElsewhere: 'voided-elsewhere',
} as const;

/** Why an attempt waits for a person; of the last two the provider's own reason follows. */
export const OPERATOR_REASONS = {
  chargedTwice: 'charged-twice',
  amountDiffers: 'amount-differs',
  settlementRefused: 'settlement-refused-',
  voidRefused: 'void-refused-',
} as const;
